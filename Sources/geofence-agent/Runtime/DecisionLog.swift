import GeofenceCore

/// The last decisions about all devices and fences, for those who ask why.
///
/// As many as there is room for, whoever they are about: of a small fleet for hours, of a large one for seconds.
struct DecisionLog {
    /// Decisions that are kept.
    static let capacity = 32_768

    private var ring: ContiguousArray<Decision> = []
    private var oldest = 0

    /// Takes up the decisions of one step.
    mutating func note(_ decisions: [Decision]) {
        for decision in decisions {
            if ring.count < Self.capacity {
                ring.append(decision)
            } else {
                ring[oldest] = decision
                oldest = oldest + 1 < Self.capacity ? oldest + 1 : 0
            }
        }
    }

    /// The last decisions about a device and a fence, the newest first.
    func last(_ count: Int, device: Int, fence: Int32) -> [Decision] {
        var found: [Decision] = []
        for offset in ring.indices.reversed() where found.count < count {
            let decision = ring[(oldest + offset) % ring.count]
            if decision.device == device, decision.fence == fence { found.append(decision) }
        }
        return found
    }

    /// Follows devices and fences to other indices and slots, or forgets them (nil), before another takes theirs.
    mutating func renew(_ body: (Decision) -> Decision?) {
        ring = ContiguousArray((ring[oldest...] + ring[..<oldest]).compactMap(body))
        oldest = 0
    }
}
