/// What nearly every fix asks of a fence, in 64 bytes side by side with the others, and no reference to
/// count.
struct FenceHotData {
    /// The circle; one without a radius, where not `isPlain`: an optional would have eight bytes more.
    private var plainCircle = PreparedCircle.none
    /// Metres beyond the edge that an exit needs besides the accuracy.
    var margin: Double
    /// Accuracy in metres above which a fix may be refused.
    var accuracyLimit: Double
    /// Metres that stand for an accuracy that a device doesn't report.
    var unknownAccuracy: Float
    var rule: AccuracyRule
    /// Whether the clock may end something of a visit, holds and schedules aside.
    var hasTimers: Bool
    /// Whether it is for the devices alone that it is assigned to.
    var isAssigned: Bool

    /// Of no fence.
    static let empty = FenceHotData()

    private init() {
        (margin, accuracyLimit, unknownAccuracy) = (0, 0, 0)
        (rule, hasTimers, isAssigned) = (.ignore, false, false)
    }

    /// The circle, where `isPlain`.
    var circle: PreparedCircle? { isPlain ? plainCircle : nil }

    /// Whether all that a fix can mean for it follows from here: a circle that stays, at all heights, for all
    /// devices that it is assigned to where it is for such, and monitored.
    var isPlain: Bool { plainCircle.radius > 0 }
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
        plainCircle = circle
    }
}
