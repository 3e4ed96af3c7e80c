import GeofenceCore

/// The last decisions about all devices and fences, for those who ask why.
///
/// As many as there is room for, whoever they are about: of a small fleet for hours, of a large one for
/// seconds.
struct DecisionLog {
    /// Decisions that are kept.
    static let capacity = 32_768

    /// One of them, or a fix that could change nothing: that stands for what it meant for each fence.
    private enum Entry {
        case decision(Decision)
        case uneventful(UneventfulFix)

        var device: Int {
            switch self {
            case .decision(let decision): decision.device
            case .uneventful(let fix): fix.device
            }
        }
    }

    private var ring: ContiguousArray<Entry> = []
    private var oldest = 0
    /// How many there have been.
    private var noted = 0
    /// How many there had been when a slot got the fence that it has, where it had another before.
    private var beginnings: [Int32: Int] = [:]

    /// Takes up how the decisions of some steps came about.
    mutating func note(_ decisions: [Decision], _ uneventful: [UneventfulFix] = []) {
        var next = 0
        for fix in uneventful {
            for decision in decisions[next..<fix.decisionsBefore] { note(.decision(decision)) }
            next = fix.decisionsBefore
            note(.uneventful(fix))
        }
        for decision in decisions[next...] { note(.decision(decision)) }
    }

    @inline(__always)
    private mutating func note(_ entry: Entry) {
        noted += 1
        guard ring.count == Self.capacity else { return ring.append(entry) }
        ring[oldest] = entry
        oldest = oldest + 1 == Self.capacity ? 0 : oldest + 1
    }

    /// The last decisions of an engine about a device and a fence, the newest first.
    func last(_ count: Int, device: Int, fence: Int32, _ engine: borrowing Engine) -> [Decision] {
        var found: [Decision] = []
        for offset in ring.indices.reversed() where found.count < count {
            let entry = ring[(oldest + offset) % ring.count]
            let isOlder = noted - ring.count + offset < beginnings[fence] ?? 0
            guard entry.device == device, !isOlder else { continue }
            switch entry {
            case .decision(let decision): if decision.fence == fence { found.append(decision) }
            case .uneventful(let fix):
                if let decision = engine.decision(about: fence, from: fix) { found.append(decision) }
            }
        }
        return found
    }

    /// A slot has another fence from now on; what was decided about the one before is no answer any more.
    mutating func begin(_ slot: Int32) { beginnings[slot] = noted }

    /// Drops all about a device, whose number another may get.
    mutating func drop(device: Int) { removeAll { $0.device == device } }

    /// Drops the decisions about fences, whose slots others may get; the engine knows which fixes are older
    /// than those, or than their assignment.
    mutating func drop(fences: Set<Int32>) {
        guard !fences.isEmpty else { return }
        removeAll { entry in
            guard case .decision(let decision) = entry else { return false }
            return fences.contains(decision.fence)
        }
    }

    private mutating func removeAll(where isGone: (Entry) -> Bool) {
        let first = noted - ring.count
        let inOrder = (ring[oldest...] + ring[..<oldest]).enumerated()
        ring = ContiguousArray(inOrder.compactMap { hasBegun($1, at: first + $0) && !isGone($1) ? $1 : nil })
        (oldest, beginnings) = (0, [:])
    }

    /// Whether an entry is not about the fence that a slot had before.
    private func hasBegun(_ entry: Entry, at number: Int) -> Bool {
        guard case .decision(let decision) = entry else { return true }
        return number >= beginnings[decision.fence] ?? 0
    }
}
