import CLibrary
import GeofenceCore
import Logging

/// The loop that ties broker, engine and store together, on one thread.
///
/// Every turn: wait, read, decide, commit, publish, write. PUBACKs are only queued by the library while it
/// reads; they leave when it writes, and that comes after the commit. A process that ends in between has
/// acknowledged nothing that it has not kept.
final class AgentLoop {
    /// Messages in one batch at most.
    static let largestBatch = 256

    var agent: Agent
    var committer: Committer
    var link: ConnectionManager
    var inFlight = InFlight()
    var scheduler: Scheduler
    let log: Logger
    /// What is logged once: topics that are refused, remarks of outputs.
    var logOnce = LogOnce()
    var rejectionThrottle = RejectionThrottle()
    var sourceSilence = SourceSilence()
    /// Reads the configuration again, on another thread, and hands over what others ask for.
    let reloader: ConfigurationReloader<Reloaded>
    /// Asks servers over HTTP, on another thread.
    let outbound: OutboundClient
    /// Answers questions about the past, on another thread.
    let worker: PastWorker
    /// What the agent says of itself, and when.
    var statistics: StatisticsClock
    /// How long batches of messages have taken until all was decided.
    var decisions = Histogram.ofWork
    /// Which of two agents publishes that compute the same; nil where there is one.
    var leadership: Leadership?
    /// How far timers may run in one of two.
    var echoedClock = EchoedClock()
    /// What one of two publishes to itself where its sources are; nil where it has a topic for that.
    var sourceEchoes: SourceEchoes?
    /// What drops messages of other agents' devices; nil where there are no others.
    private(set) var shardFilter: ShardFilter?
    /// Whether the broker still hands out what one of two publishes to itself.
    var echoWatch = EchoWatch()
    /// Of one that stands by: when on the uptime clock its own answers leave.
    var answersFrom: Int64 = 0
    /// What one of two has answered since it leads, and whether that is yet to be said.
    var givenAnswers = GivenAnswers()
    var hasNewAnswers = false
    /// What it knows that the other has.
    var heardAnswers = HeardAnswers()
    /// What waits until what has gathered of very many devices is written.
    var awaited = Awaited()
    /// Which list of the configuration's fences is in force.
    var fenceListing = FenceListing()
    /// Whether the other is to hear that this agent leads no more.
    var mayYield = false
    /// Whether nothing more leaves before a connection with another will.
    var isRenewingWill = false
    /// How the live map reaches the other agents; nil where there are none, or no map.
    var fleet: FleetWatch?
    /// Reported of every turn.
    var supervision = Supervision()
    var isStopping = false
    var spareProgram = SpareProgram(Clock.uptime)
    /// Changes that were asked for over HTTP, with answers that wait for the next commit.
    var answered: [(question: Question, answer: [UInt8])] = []
    private var clockWatch = ClockWatch()

    /// What a configuration that was read again brings.
    struct Reloaded: Sendable {
        var setup: AgentSettings
        var connection: MQTTSettings
        var hash: String
        /// What its fences are other than those that were read before.
        var fences: FenceListChange
    }

    init(
        agent: consuming Agent,
        committer: Committer,
        link: ConnectionManager,
        mailbox: CommandQueue,
        log: Logger,
        about: About,
        reload: @escaping @Sendable () -> Reloaded?
    ) {
        self.agent = agent
        scheduler = Scheduler(committer.store.durability)
        self.committer = committer
        self.link = link
        self.log = log
        self.agent.port.isVerbose = log.logLevel <= .debug
        reloader = ConfigurationReloader(mailbox, read: reload)
        outbound = OutboundClient { mailbox.post(.answered($0)) }
        worker = PastWorker { mailbox.post(.finished($0)) }
        statistics = StatisticsClock(Clock.uptime, about)
        leadership = self.agent.port.settings.standby.map { Leadership($0, Clock.uptime) }
        if leadership != nil { self.agent.standBy() }
        useSourceEchoes()
        useShardFilter()
    }

    /// Runs until a signal ends it.
    ///
    /// - Throws: the store's failure where it is damaged, or can't be written at the end; what it lacks has
    ///   not been acknowledged.
    func run() throws(StoreFailure) {
        agent.pending.isWanted = true
        useFences()
        finishInParts()
        // What the rows of the store have taken until they were devices and fences.
        SpareMemory.giveBack()
        // At the start alone: with a million fences it takes 0.15 s, in which nothing else would be done.
        agent.tracker.engine.useLargePages()
        supervision.isReady()
        while !isStopping {
            wait()
            let start = Clock.monotonic
            if scheduler.isRung {
                for command in reloader.mailbox.drain() { handle(command) }
            }
            doAwaited()
            turn()
            let length = Clock.monotonic - start
            agent.port.counters.longestTurn = max(agent.port.counters.longestTurn, length)
        }
        supervision.isStopping()
        finishInParts()
        sayGoodbye()
        outbound.close()
        if let damage = committer.damage { throw damage }
        try committer.checkpoint(&agent, link.heldFilters)
    }

    /// Has the connections drop what is of other agents' devices; sources may be others than before.
    func useShardFilter() {
        let settings = agent.port.settings
        guard let shard = settings.shard else { return }
        let filter = ShardFilter(shard, settings.sources, echoes: sourceEchoes)
        shardFilter = filter
        link.skips = { filter.shouldDrop($0) }
    }

    /// Whether timers may run: not before what waits at the broker is read, which may contradict them, nor
    /// while there is no room for what they bring about.
    var isClockRunning: Bool { link.isCaughtUp && !agent.port.outbox.isFull }

    /// One turn after the wait.
    func turn() {
        let uptime = Clock.uptime
        supervision.turned(uptime, snapshot)
        inFlight.turnBegins(uptime)
        handleClock(uptime)
        if leadership != nil { giveUpStaleLease(uptime) }
        guard isStoreWorking(uptime) else { return }
        guard endWaiting(uptime) else { return goOnWithCheckpoint(uptime) }
        do {
            try link.step(uptime)
            try receive(uptime)
            // A request may have begun what is done part by part; each part has a turn of its own.
            guard !isInParts, endWaiting(uptime) else { return goOnWithCheckpoint(uptime) }
            let now = Clock.now
            if leadership != nil {
                try keepLease(uptime)
                try watchEcho(now, uptime)
            }
            if isClockRunning, !scheduler.mayHaveMore {
                runTimers(to: leadership == nil ? now : try echoedTime(now, uptime))
                if !agent.mayForgetSilent || hasWrittenAhead() { agent.forgetSilent(at: now) }
            }
            // With a checkpoint that is due goes what has changed by now, and not what this may begin.
            if !isInParts, !agent.pending.isDue { agent.work(at: now) }
            guard !isInParts else { return goOnWithCheckpoint(uptime) }
            guard commit(uptime) else { return }
            handOutAnswers()
            outbound.ask(agent.port.outbound.drain())
            worker.add(agent.port.pastDesk.drain())
            // The disk, or very many messages, may have held this turn up.
            if leadership != nil { giveUpStaleLease(Clock.uptime) }
            try publish(uptime)
            try send()
            if leadership != nil { try renewWill(uptime) }
        } catch {
            connectionFailed(error, uptime)
        }
        goOnWithCheckpoint(uptime)
        erase(uptime)
        backUp()
        rejectionThrottle.write(&agent.intake.refusals, log, uptime)
        if link.isCaughtUp { lookForSilentSources(uptime) }
        logRemarks()
        spareProgram.giveBack(isCaughtUp: link.isCaughtUp, uptime)
    }

    func runTimers(to time: Timestamp) {
        agent.ingestStreamed(at: time)
        agent.advance(to: time)
    }

    /// Looks whether the clock was set back.
    private func handleClock(_ uptime: Int64) {
        guard !isInParts, let step = clockWatch.step(Clock.now, uptime) else { return }
        log.warning(
            "the clock was set back; timers run on",
            metadata: ["by": .seconds(milliseconds: step)]
        )
        agent.clockWasSetBack(byMilliseconds: step)
        echoedClock.begin()
    }
}
