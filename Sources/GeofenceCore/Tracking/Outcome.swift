/// What became of an observation.
public struct Outcome: Hashable, Sendable {
    /// In one byte, so that it is handed on as quickly as a number.
    private var parts: Parts = []

    private struct Parts: OptionSet, Hashable {
        let rawValue: UInt8

        static let accepted = Parts(rawValue: 1)
        static let late = Parts(rawValue: 1 << 1)
        static let duplicate = Parts(rawValue: 1 << 2)
        static let inaccurate = Parts(rawValue: 1 << 3)
        static let implausible = Parts(rawValue: 1 << 4)
        static let held = Parts(rawValue: 1 << 5)
        static let lateKept = Parts(rawValue: 1 << 6)
        static let changes: Parts = [accepted, inaccurate, implausible, held, lateKept]
    }

    /// Nothing happened yet.
    public init() {}

    /// The fix or the WiFi report was taken.
    public var accepted: Bool {
        get { parts.contains(.accepted) }
        set { set(.accepted, newValue) }
    }
    /// The fix or the WiFi report is older than the last one of its kind, and no fence has used it.
    public var late: Bool {
        get { parts.contains(.late) }
        set { set(.late, newValue) }
    }
    /// The same fix or report, with the same time, was there before.
    public var duplicate: Bool {
        get { parts.contains(.duplicate) }
        set { set(.duplicate, newValue) }
    }
    /// The fix was too inaccurate for a fence nearby, which has not used it.
    public var inaccurate: Bool {
        get { parts.contains(.inaccurate) }
        set { set(.inaccurate, newValue) }
    }
    /// The fix was at no place where the device could be, and waits for the next one to confirm it.
    public var implausible: Bool {
        get { parts.contains(.implausible) }
        set { set(.implausible, newValue) }
    }
    /// The observation waits for earlier ones that may still come.
    public var held: Bool {
        get { parts.contains(.held) }
        set { set(.held, newValue) }
    }
    /// It is late, and kept for the events that late positions may prove.
    public internal(set) var isLateKept: Bool {
        get { parts.contains(.lateKept) }
        set { set(.lateKept, newValue) }
    }

    /// Whether the observation has changed anything: others need not be gone through again after a restart.
    public var isChange: Bool { !parts.isDisjoint(with: .changes) }

    private mutating func set(_ part: Parts, _ isSo: Bool) {
        if isSo { parts.insert(part) } else { parts.remove(part) }
    }
}

/// Memory that observations use in turn, so that none has to ask for any.
struct Scratch {
    /// A record that an observation may change, and what it was before.
    struct Touched {
        var slot: Int32
        var before: Via
        var awaitedSecondFix: Bool
    }

    var candidates: [Int32] = []
    /// Those at a place of rest.
    var restCandidates: [Int32] = []
    private(set) var touched: [Touched] = []
    /// Their slots, where they are many.
    private var touchedSlots: Set<Int32> = []
    /// The fences that do not use the fix.
    private(set) var refused: [Int32] = []
    /// Whether it is too vague for any of them.
    private(set) var isVague = false

    /// Whether the search for visits needs positions, also where the caller doesn't.
    var keepsPositions = false

    /// Forgets what the observation before touched.
    mutating func begin() {
        touched.removeAll(keepingCapacity: true)
        if !touchedSlots.isEmpty { touchedSlots.removeAll(keepingCapacity: true) }
        guard !refused.isEmpty else { return }
        refused.removeAll(keepingCapacity: true)
        isVague = false
    }

    /// So few are looked through one by one; a set makes it no square where they are many.
    private static let few = 32

    /// Adds fences that aren't candidates yet, each once.
    mutating func addCandidates(_ slots: [Int32]) {
        let known = candidates.count
        if known <= Self.few || slots.count <= Self.few {
            for slot in slots where !candidates[..<known].contains(slot) { candidates.append(slot) }
        } else {
            let known = Set(candidates)
            for slot in slots where !known.contains(slot) { candidates.append(slot) }
        }
    }

    /// Adds those at a place of rest that aren't candidates yet.
    mutating func addRestCandidates() {
        var slots: [Int32] = []
        swap(&slots, &restCandidates)
        addCandidates(slots)
        slots.removeAll(keepingCapacity: true)
        swap(&slots, &restCandidates)
    }

    /// Notes a fence that the fix is too vague for.
    mutating func refuse(_ fence: Int32) {
        refused.append(fence)
        isVague = true
    }

    /// Notes a fence that does not use the fix, although that is not too vague for it.
    mutating func passOver(_ fence: Int32) { refused.append(fence) }

    /// Notes that a record will have to be decided, as it is before it changes; what is noted first counts.
    mutating func touch(_ pair: FenceMembership) {
        guard !isTouched(pair.fence) else { return }
        touched.append(.init(slot: pair.fence, before: pair.via, awaitedSecondFix: pair.awaitsSecondFix))
        guard touched.count > Self.few else { return }
        if touchedSlots.isEmpty {
            touchedSlots.formUnion(touched.lazy.map(\.slot))
        } else {
            touchedSlots.insert(pair.fence)
        }
    }

    private func isTouched(_ fence: Int32) -> Bool {
        touchedSlots.isEmpty ? touched.contains { $0.slot == fence } : touchedSlots.contains(fence)
    }
}
