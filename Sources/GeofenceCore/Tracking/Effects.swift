/// What observations and the clock brought about, gathered until the caller takes it.
public struct Effects {
    /// A device and a fence, by the engine's numbers.
    public struct Pair: Hashable, Sendable {
        /// The device's number.
        public let device: Int
        /// The fence's slot.
        public let fence: Int32
    }

    /// A retained status that must go, since its device or fence went.
    public struct Cleared: Hashable, Sendable {
        /// Whose status it was.
        public let device: Identifier
        /// The fence it spoke of.
        public let fence: Identifier
    }

    /// A retained status of a group that must go, since no fence of the group is for the device any more.
    public struct ClearedGroup: Hashable, Sendable {
        /// Whose status it was.
        public let device: Identifier
        /// The group it spoke of.
        public let group: Identifier
    }

    /// What happened, in the order in which it is to be reported.
    public var events: [Event] = []
    /// Statuses that changed, to be reported as they are now; one may stand here more than once.
    public var statuses: [Pair] = []
    /// Statuses that went.
    public var cleared: [Cleared] = []
    /// Statuses of groups that went.
    public var clearedGroups: [ClearedGroup] = []
    /// Whether statuses without a record are reported of so many pairs since that none of them stands here:
    /// those of all devices are to be published anew.
    public var reportsMore = false
    /// The fences of which statuses without a record are no longer reported, where they are so many that none
    /// of them stands in `cleared`: each device has one of each.
    public var unreportedFences: [Identifier] = []
    /// The same of groups.
    public var unreportedGroups: [Identifier] = []
    /// Who came into a fence or left it.
    public var occupancy: [Pair] = []
    /// Fences that came, in the order in which they did.
    public var newFences: [Identifier] = []
    /// Fences that went.
    public var goneFences: [Identifier] = []
    /// Fences that are monitored since, or no longer.
    public var switchedFences: [Int32] = []
    /// Statuses of groups that changed.
    public var groups: [Grouping] = []
    /// What became of observations that were held back.
    public var released: [Released] = []
    /// Devices of which an observation was accepted, as the caller notes; one may stand here more than once.
    public var accepted: [Int] = []
    /// Whether that is to be published at once, since a person waits for it.
    public var isManual = false
    /// Fences that were set or removed by somebody, as the caller notes.
    public var changedFences: [Identifier] = []
    /// Whether fences have come, gone or changed for any device, as the caller notes; those that come and go
    /// with one device stand in `newFences` and `goneFences` alone.
    public var hasOtherFences = false
    /// Where devices were, in the order in which it became known; where the caller wants to know.
    public var positions: [TakenPosition] = []
    /// The networks that devices reported, in the order in which it became known; where the caller wants to
    /// know.
    public var networks: [TakenNetwork] = []
    /// Whether positions and networks are to be gathered.
    public var keepsTrack = false
    /// Visits that began or ended.
    public var visits: [VisitEvent] = []
    /// Devices whose zones are others than before; one may stand here more than once.
    public var zones: [Int] = []
    /// How each decision came about, where the caller wants to know.
    public var decisions: [Decision] = []
    /// Whether decisions are to be explained.
    public var explains = false
    /// Fixes that could change nothing, where those are to be explained when somebody asks.
    public var uneventful: [UneventfulFix] = []
    /// Whether they are kept in `uneventful`, and make no decision each for the fences around them: it costs
    /// less.
    public var defersExplanations = false

    /// A position that a device reported itself and that became its last one.
    public struct TakenPosition: Hashable, Sendable {
        /// The device's number.
        public let device: Int
        /// When the device was there.
        public let time: Timestamp
        /// Where.
        public let fix: Fix

        /// A device's position at a moment.
        public init(device: Int, time: Timestamp, fix: Fix) {
            (self.device, self.time, self.fix) = (device, time, fix)
        }
    }

    /// A WiFi report of a device itself that became its last one.
    public struct TakenNetwork: Hashable, Sendable {
        /// The device's number.
        public let device: Int
        /// When the device said so.
        public let time: Timestamp
        /// What it said.
        public let report: WiFiReport
    }

    /// A device and a group of fences.
    public struct Grouping: Hashable, Sendable {
        /// The device's number.
        public let device: Int
        /// The group.
        public let group: Identifier
    }

    /// What became of an observation that was held back.
    public struct Released: Hashable, Sendable {
        /// The device's number.
        public let device: Int
        /// What became of it.
        public let outcome: Outcome
    }

    /// Nothing yet.
    public init() {}

    /// Forgets all of it and keeps the memory.
    public mutating func removeAll() {
        removeAllButDecisions()
        removeDecisions()
    }

    /// Forgets how decisions came about, and keeps the memory.
    public mutating func removeDecisions() {
        Self.empty(&decisions)
        Self.empty(&uneventful)
    }

    /// The same as `removeAll`, but for how decisions came about, which may gather for some steps.
    public mutating func removeAllButDecisions() {
        Self.empty(&events)
        Self.empty(&statuses)
        Self.empty(&cleared)
        Self.empty(&clearedGroups)
        reportsMore = false
        Self.empty(&unreportedFences)
        Self.empty(&unreportedGroups)
        Self.empty(&occupancy)
        Self.empty(&newFences)
        Self.empty(&goneFences)
        Self.empty(&switchedFences)
        Self.empty(&groups)
        Self.empty(&released)
        Self.empty(&accepted)
        Self.empty(&changedFences)
        hasOtherFences = false
        isManual = false
        Self.empty(&positions)
        Self.empty(&networks)
        Self.empty(&visits)
        Self.empty(&zones)
    }

    /// Forgets where devices were.
    public mutating func removePositions() { Self.empty(&positions) }

    /// Most are empty already after most observations, which is cheaper to ask than to bring about.
    @inline(__always)
    private static func empty<Element>(_ list: inout [Element]) {
        if !list.isEmpty { forget(&list) }
    }

    /// Most of the others have one thing in them, which is cheaper to take out than to empty the list.
    @inline(never)
    private static func forget<Element>(_ list: inout [Element]) {
        if list.count == 1 { list.removeLast() } else { list.removeAll(keepingCapacity: true) }
    }

    /// Forgets how some decisions came about.
    mutating func removeDecisions(where isGone: (Decision) -> Bool) {
        guard decisions.contains(where: isGone) else { return }
        let kept = decisions.indices.filter { !isGone(decisions[$0]) }
        for index in uneventful.indices {
            uneventful[index].decisionsBefore = kept.count { $0 < uneventful[index].decisionsBefore }
        }
        decisions = kept.map { decisions[$0] }
    }

    /// Whether nothing was brought about.
    public var isEmpty: Bool {
        events.isEmpty && statuses.isEmpty && cleared.isEmpty && clearedGroups.isEmpty && groups.isEmpty
            && occupancy.isEmpty && released.isEmpty && positions.isEmpty
            && visits.isEmpty && zones.isEmpty && decisions.isEmpty && uneventful.isEmpty
            && newFences.isEmpty && goneFences.isEmpty && switchedFences.isEmpty && accepted.isEmpty
            && changedFences.isEmpty && unreportedFences.isEmpty && unreportedGroups.isEmpty
            && !hasOtherFences && !reportsMore
    }
}

extension Effects {
    /// Puts events in the order of their times; those of one moment stay as they are.
    mutating func sortByTime(from start: Int) {
        guard events.count - start > 1 else { return }
        let sorted = events[start...].enumerated().sorted { a, b in
            (a.element.time, a.offset) < (b.element.time, b.offset)
        }
        events.replaceSubrange(start..., with: sorted.map(\.element))
    }

    /// Puts the events of one observation in order: exits first, then enters, each by fence id.
    mutating func sortEvents(from start: Int) {
        guard events.count - start > 1 else { return }
        events[start...].sort { a, b in
            (a.kind.rank, a.fence) < (b.kind.rank, b.fence)
        }
    }
}

extension Event.Kind {
    fileprivate var rank: Int {
        switch self {
        case .speedingEnd: 0
        case .exit: 1
        case .enter: 2
        case .dwell: 3
        case .speeding: 4
        }
    }
}
