import GeofenceCore
import Glibc
import Logging

/// The loop that ties broker, engine and store together, on one thread.
///
/// Every turn: wait, read, decide, commit, publish, write. PUBACKs are only queued by the library while it reads; they leave when
/// it writes, and that comes after the commit. A process that ends in between has acknowledged nothing that it has not kept.
final class AgentLoop {
    /// Messages in one batch at most.
    static let largestBatch = 256

    var agent: Agent
    let store: Store
    var link: ConnectionManager
    let mailbox: CommandQueue
    let log: Logger
    /// Reads the configuration again, on another thread.
    let reloader: ConfigurationReloader<Reloaded>

    /// What a configuration that was read again brings.
    struct Reloaded: Sendable {
        var setup: AgentSettings
        var connection: MQTTSettings
        var hash: String
    }

    /// Packets of ours that are no rows of the outbox, by their topics: states, statistics, repeats.
    var extras: [Int32: String] = [:]
    /// Topics that the broker or the library doesn't take, apart from those of the outbox: they are not tried again.
    var refusedTopics: Set<String> = []
    var large = LargeMessages()
    /// A packet whose answer proves that the broker has our acknowledgements of so many messages, by `Redelivery.noted`.
    var proof: (packet: Int32, noted: Int)?
    /// Topics of whose refusal the log has word.
    var logOnce = LogOnce()
    /// When the broker last answered a packet of ours.
    var lastAnswer: Int64 = 0
    /// When something was last read with a full outbox.
    var lastFullRead: Int64 = 0
    var statistics: StatisticsClock
    var about: About
    var isStopping = false
    /// The store didn't take a batch: until it does nothing is read and nothing leaves.
    var storeRetry: Int64?
    /// Why the store can never be written again, once that is so; the loop ends then.
    var damage: StoreFailure?
    var lastCommit: Int64 = 0
    var mayHaveMore = false
    var coalescer = ReadCoalescer()
    /// The bytes of the agent's own state topic.
    private(set) lazy var stateTopic = Array(agent.port.settings.topics.state.utf8)
    var rejectionThrottle = RejectionThrottle()
    /// What of the past is to be erased.
    var retention = RetentionJob()
    /// Reported of every turn.
    var supervision = Supervision()

    init(
        agent: Agent,
        store: Store,
        link: ConnectionManager,
        mailbox: CommandQueue,
        log: Logger,
        about: About,
        reload: @escaping @Sendable () -> Reloaded?
    ) {
        self.agent = agent
        self.store = store
        self.link = link
        self.mailbox = mailbox
        self.log = log
        self.about = about
        reloader = ConfigurationReloader(mailbox, read: reload)
        statistics = StatisticsClock(Clock.uptime)
    }

    /// Runs until it is told to stop.
    ///
    /// - Throws: the store's failure where it is damaged, or can't be written at the end; what it lacks has
    ///   not been acknowledged.
    func run() throws(StoreFailure) {
        agent.pending.isDue = true
        useFences()
        supervision.isReady()
        while !isStopping {
            wait()
            for command in mailbox.take() { handle(command) }
            turn()
        }
        supervision.isStopping()
        sayGoodbye()
        if let damage { throw damage }
        try checkpoint()
    }

    /// One turn after the wait.
    func turn() {
        let uptime = Clock.uptime
        supervision.turned(uptime, snapshot)
        guard retryStore(uptime) else { return }
        do {
            try link.step(uptime)
            try receive(uptime)
            let now = Clock.now
            if link.isCaughtUp, !mayHaveMore {
                agent.takeStreamed(at: now)
                agent.advance(to: now)
            }
            agent.work(at: now)
            guard commit(uptime) else { return }
            try publish(uptime)
            try send()
        } catch {
            connectionFailed(error, uptime)
        }
        erase(uptime)
        rejectionThrottle.write(&agent.refusals, log, uptime)
        logRemarks()
    }
}
