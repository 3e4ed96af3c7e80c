/// What nearly every fix asks of a fence, in 64 bytes side by side with the others: one cache line, and no
/// reference to count.
struct FenceHotData {
    /// The circle, where `isPlain`.
    var circle: PreparedCircle?
    /// Metres beyond the edge that an exit needs besides the accuracy.
    var margin: Double
    /// Accuracy in metres above which a fix may be refused.
    var accuracyLimit: Double
    /// Metres that stand for an accuracy that a device doesn't report.
    var unknownAccuracy: Float = 0
    var rule: AccuracyRule
    /// Whether the clock may end something of a visit, holds and schedules aside.
    var hasTimers: Bool
    /// Whether it is for the devices alone that it is assigned to.
    var isAssigned = false

    /// Of no fence.
    static let empty = FenceHotData(margin: 0, accuracyLimit: 0, rule: .ignore, hasTimers: false)

    /// Whether all that a fix can mean for it follows from here: a circle that stays, at all heights, for all
    /// devices that it is assigned to where it is for such, and monitored.
    var isPlain: Bool { circle != nil }
}

extension FenceHotData {
    init(_ entry: FenceEntry) {
        let fence = entry.fence
        margin = fence.rules.margin
        accuracyLimit = entry.accuracyLimit
        unknownAccuracy = Float(entry.unknownAccuracy)
        rule = fence.rules.accuracy
        isAssigned = fence.isAssigned
        hasTimers = !entry.dwell.isEmpty || entry.wifiExpiry != nil
        guard case .circle(let circle) = entry.shape, fence.follows == nil, fence.altitude == nil,
            fence.devices.isEmpty, fence.isMonitored
        else { return }
        self.circle = circle
    }
}
