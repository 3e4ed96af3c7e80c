import GeofenceCore

/// The last decisions about all devices and fences, for those who ask why.
///
/// As many as there is room for, whoever they are about: of a small fleet for hours, of a large one for
/// seconds.
struct DecisionLog {
    /// Decisions that are kept.
    static let capacity = 32_768

    private var ring: ContiguousArray<Decision> = []
    private var oldest = 0
    /// How many there have been.
    private var noted = 0
    /// How many there had been when a slot got the fence that it has, where it had another before.
    private var beginnings: [Int32: Int] = [:]

    /// Takes up the decisions of one step.
    mutating func note(_ decisions: [Decision]) {
        noted += decisions.count
        let new = decisions.suffix(Self.capacity)
        let added = new.prefix(Self.capacity - ring.count)
        if !added.isEmpty { ring.append(contentsOf: added) }
        write(new.dropFirst(added.count))
    }

    /// Writes decisions over the oldest ones, in at most two pieces: up to the end of the ring, and from its
    /// beginning.
    private mutating func write(_ decisions: ArraySlice<Decision>) {
        guard !decisions.isEmpty else { return }
        decisions.withUnsafeBufferPointer { new in
            ring.withUnsafeMutableBufferPointer { ring in
                let count = min(new.count, ring.count - oldest)
                _ = ring[oldest...].update(fromContentsOf: new[..<count])
                _ = ring.update(fromContentsOf: new[count...])
            }
        }
        oldest = (oldest + decisions.count) % Self.capacity
    }

    /// The last decisions about a device and a fence, the newest first.
    func last(_ count: Int, device: Int, fence: Int32) -> [Decision] {
        var found: [Decision] = []
        for offset in ring.indices.reversed() where found.count < count {
            let decision = ring[(oldest + offset) % ring.count]
            let isOlder = noted - ring.count + offset < beginnings[fence] ?? 0
            if decision.device == device, decision.fence == fence, !isOlder { found.append(decision) }
        }
        return found
    }

    /// A slot has another fence from now on; what was decided about the one before is no answer any more.
    mutating func begin(_ slot: Int32) { beginnings[slot] = noted }

    /// Drops all about a device, whose number another may get.
    mutating func drop(device: Int) { removeAll { $0.device == device } }

    /// Drops all about fences, whose slots others may get.
    mutating func drop(fences: Set<Int32>) {
        if !fences.isEmpty { removeAll { fences.contains($0.fence) } }
    }

    private mutating func removeAll(where isGone: (Decision) -> Bool) {
        let first = noted - ring.count
        let inOrder = (ring[oldest...] + ring[..<oldest]).enumerated()
        ring = ContiguousArray(
            inOrder.compactMap { first + $0 < beginnings[$1.fence] ?? 0 || isGone($1) ? nil : $1 }
        )
        (oldest, beginnings) = (0, [:])
    }
}
