/// What observations and the clock brought about, gathered until the caller takes it.
public struct Effects {
    /// A device and a fence, by the engine's indices.
    public struct Pair: Hashable, Sendable {
        /// The device's index.
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

    /// What happened, in the order in which it is to be told.
    public var events: [Event] = []
    /// Statuses that changed, to be told as they are now; one may stand here more than once.
    public var statuses: [Pair] = []
    /// Statuses that went.
    public var cleared: [Cleared] = []
    /// Who came into a fence or left it.
    public var occupancy: [Pair] = []

    /// Nothing yet.
    public init() {}

    /// Forgets all of it and keeps the memory.
    public mutating func removeAll() {
        events.removeAll(keepingCapacity: true)
        statuses.removeAll(keepingCapacity: true)
        cleared.removeAll(keepingCapacity: true)
        occupancy.removeAll(keepingCapacity: true)
    }

    /// Whether nothing was brought about.
    public var isEmpty: Bool {
        events.isEmpty && statuses.isEmpty && cleared.isEmpty
    }
}

extension Effects {
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
        case .exit: 0
        case .enter: 1
        case .dwell: 2
        }
    }
}
