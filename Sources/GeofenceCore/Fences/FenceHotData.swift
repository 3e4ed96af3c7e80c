/// What nearly every fix asks of a fence, in 48 bytes side by side with the others, and no reference to
/// count.
struct FenceHotData {
    /// The circle; one without a radius, where not `isPlain`: an optional would have eight bytes more.
    private var plainCircle = PreparedCircle.none
    /// The number of its edge's rule, and two flags in the lowest bits.
    private let bits: UInt32
    /// At which version of the table it has become what it is, counted from `FenceTable.firstVersion`.
    var version: UInt32 = 0

    /// Of no fence.
    static let empty = FenceHotData()

    private init() { bits = 0 }

    /// The circle, where `isPlain`.
    var circle: PreparedCircle? { isPlain ? plainCircle : nil }

    /// Whether all that a fix can mean for it follows from here: a circle that stays, at all heights, for all
    /// devices that it is assigned to where it is for such, and monitored.
    var isPlain: Bool { plainCircle.radius > 0 }

    /// The number of its edge's rule.
    var edgeRuleNumber: Int32 { Int32(bits >> 2) }
    /// Whether the clock may end something of a visit, holds and schedules aside.
    var hasTimers: Bool { bits & 2 != 0 }
    /// Whether it is for the devices alone that it is assigned to.
    var isAssigned: Bool { bits & 1 != 0 }
}

extension FenceHotData {
    init(_ entry: FenceEntry, edgeRuleNumber: Int32, version: UInt32 = 0) {
        let fence = entry.fence
        let hasTimers = !entry.dwell.isEmpty || entry.wifiExpiry != nil
        bits = UInt32(edgeRuleNumber) << 2 | (hasTimers ? 2 : 0) | (fence.isAssigned ? 1 : 0)
        self.version = version
        guard case .circle(let circle) = entry.shape, fence.follows == nil, fence.altitude == nil,
            fence.devices.isEmpty, fence.isMonitored
        else { return }
        plainCircle = circle
    }
}
