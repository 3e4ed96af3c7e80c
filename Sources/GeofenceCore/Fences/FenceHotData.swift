/// What nearly every fix asks of a fence, in 48 bytes side by side with the others, and no reference to count.
struct FenceHotData {
    /// The circle; one without a radius, where not `isPlain`: an optional would have eight bytes more.
    private var plainCircle = PreparedCircle.none
    /// The number of its edge's rule.
    let edgeRule: Int32
    /// Whether the clock may end something of a visit, holds and schedules aside.
    let hasTimers: Bool
    /// Whether it is for the devices alone that it is assigned to.
    let isAssigned: Bool

    /// Of no fence.
    static let empty = FenceHotData()

    private init() { (edgeRule, hasTimers, isAssigned) = (-1, false, false) }

    /// The circle, where `isPlain`.
    var circle: PreparedCircle? { isPlain ? plainCircle : nil }

    /// Whether all that a fix can mean for it follows from here: a circle that stays, at all heights, for all
    /// devices that it is assigned to where it is for such, and monitored.
    var isPlain: Bool { plainCircle.radius > 0 }
}

extension FenceHotData {
    init(_ entry: FenceEntry, edgeRule: Int32) {
        let fence = entry.fence
        self.edgeRule = edgeRule
        isAssigned = fence.isAssigned
        hasTimers = !entry.dwell.isEmpty || entry.wifiExpiry != nil
        guard case .circle(let circle) = entry.shape, fence.follows == nil, fence.altitude == nil,
            fence.devices.isEmpty, fence.isMonitored
        else { return }
        plainCircle = circle
    }
}
