import Synchronization

/// Where the loop leaves what has changed for the live map, and the thread of HTTP fetches it.
///
/// Its size is bounded by the devices and fences that there are. While nobody looks on, nothing is left.
final class MapBoard: Sendable {
    private let pending = Mutex(MapUpdate(watch: 0))
    /// The number of the watch; 0 while nobody looks on.
    private let current = Atomic(0)
    private let count = Atomic(0)
    private let mailbox: CommandQueue
    private let known = Mutex(MapServices())
    let settings: MapSettings
    /// The other agents of the fleet; nil where there are none.
    private let fleet: (any MapFleet)?

    /// `mailbox` wakes the loop.
    init(_ settings: MapSettings, _ mailbox: CommandQueue, fleet: (any MapFleet)? = nil) {
        self.settings = settings
        self.mailbox = mailbox
        self.fleet = fleet
    }

    /// The number of the watch; 0 while nobody looks on.
    var watch: Int { current.load(ordering: .acquiring) }

    /// Somebody looks on from now on: everything is to be said once.
    func beginWatch() {
        let number = count.add(1, ordering: .relaxed).newValue
        pending.withLock { $0 = MapUpdate(watch: number) }
        current.store(number, ordering: .releasing)
        mailbox.post(.turn)
        fleet?.beginWatch(self)
    }

    /// Whether devices of other agents are missing.
    var isFleetMissing: Bool { watch != 0 && fleet?.isMissing ?? false }

    /// Nobody looks on any more.
    func endWatch() {
        current.store(0, ordering: .releasing)
        pending.withLock { $0 = MapUpdate(watch: 0) }
    }

    /// Leaves what has changed; nothing where another watch has begun.
    func put(_ update: MapUpdate) {
        pending.withLock { pending in
            if pending.watch == update.watch { pending.merge(update) }
        }
    }

    /// Fetches what has changed since the last time.
    func drain() -> MapUpdate {
        pending.withLock { pending in
            defer { pending = MapUpdate(watch: pending.watch) }
            return pending
        }
    }

    /// What pages may ask of other services; set by the loop, read by the thread of HTTP.
    var services: MapServices {
        get { known.withLock { $0 } }
        set { known.withLock { $0 = newValue } }
    }

    /// Whether other agents are to answer a question.
    func isForOthers(_ question: Question) -> Bool { fleet?.isMeant(by: question) ?? false }

    /// Asks the agent something, or those who know it; the answer comes on another thread, but for the word
    /// that too many ask.
    func ask(_ question: Question) {
        if fleet?.ask(question) ?? false { return }
        guard !mailbox.ask(question) else { return }
        let problem = RequestProblem("very many ask at once; ask again in a while")
        question.answer(Answer.refused(problem, transaction: nil))
    }
}
