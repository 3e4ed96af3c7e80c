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
    var link: Link
    let mailbox: Mailbox
    let log: Logger
    /// Reads the configuration again; nil where it has errors, which the function has told.
    let reload: () -> Reloaded?

    /// What a configuration that was read again brings.
    struct Reloaded {
        var setup: AgentSetup
        var connection: MQTTSettings
        var hash: String
    }

    var refresh: Refresh?
    /// Packets of ours that are no rows of the outbox: states, statistics, repeats.
    var extras: Set<Int32> = []
    var statistics: StatisticsClock
    var about: About
    var isStopping = false
    /// The store didn't take a batch: until it does nothing is read and nothing leaves.
    var storeRetry: Int64?
    private var lastCommit: Int64 = 0
    private var mayHaveMore = false
    private var linger = Linger()
    private(set) var needsSetup = false
    private var refusalLog = RefusalLog()

    init(
        agent: Agent,
        store: Store,
        link: Link,
        mailbox: Mailbox,
        log: Logger,
        about: About,
        reload: @escaping () -> Reloaded?
    ) {
        self.agent = agent
        self.store = store
        self.link = link
        self.mailbox = mailbox
        self.log = log
        self.about = about
        self.reload = reload
        statistics = StatisticsClock(Clock.uptime)
    }

    /// Runs until it is told to stop.
    ///
    /// - Throws: the store's failure where it can't be written at the end; what it lacks has not been acknowledged.
    func run() throws(StoreFailure) {
        useFences()
        while !isStopping {
            wait()
            for command in mailbox.take() { obey(command) }
            turn()
        }
        sayGoodbye()
        try checkpoint()
    }

    /// One turn after the wait.
    func turn() {
        let uptime = Clock.uptime
        guard retryStore(uptime) else { return }
        do {
            try link.step(uptime)
            try receive(uptime)
            let now = Clock.now
            if link.isCaughtUp, !mayHaveMore { agent.advance(to: now) }
            agent.tellWaitingDevices(at: now)
            guard commit(uptime) else { return }
            try publish(uptime)
            try send()
        } catch {
            connectionFailed(error, uptime)
        }
        refusalLog.tell(&agent.refusals, log, uptime)
    }

    // MARK: Wait

    func wait(atMost limit: Int64 = 1000) {
        let uptime = Clock.uptime
        var descriptors = [pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)]
        if let connection = link.connection, let socket = connection.socket, storeRetry == nil {
            let events = POLLIN | (connection.wantsToWrite ? POLLOUT : 0)
            descriptors.append(pollfd(fd: socket, events: Int16(events), revents: 0))
            connection.wake(atBytes: linger.lowWater)
        }
        let patience = linger.isOn ? min(limit, Linger.longest) : limit
        let timeout = mayHaveMore && storeRetry == nil ? 0 : min(patience, max(0, nextStep(uptime) - uptime))
        _ = poll(&descriptors, nfds_t(descriptors.count), Int32(clamping: timeout))
    }

    private func nextStep(_ uptime: Int64) -> Int64 {
        if let storeRetry { return storeRetry }
        var next = min(uptime + 1000, link.nextStep(uptime))
        let now = Clock.now
        func offer(_ time: Timestamp?) {
            if let time { next = min(next, uptime + max(0, time.millisecondsSince(now))) }
        }
        if link.isCaughtUp { offer(agent.engine.nextDeadline) }
        offer(agent.pacer.nextTurn)
        return next
    }

    // MARK: Read and decide

    private func receive(_ uptime: Int64) throws(MQTTFailure) {
        mayHaveMore = false
        guard let connection = link.connection else { return }
        if link.online == nil { try connection.write() }
        let limit = agent.outbox.isFull ? 1 : Self.largestBatch
        let reading = Result { () throws(MQTTFailure) in try connection.read(upTo: limit) }
        if let greeting = connection.arrivals.greeting {
            connection.arrivals.greeting = nil
            try greeted(greeting, uptime)
        }
        take(connection.arrivals, uptime)
        mayHaveMore = try reading.get()
        if !connection.arrivals.messages.isEmpty {
            connection.acknowledgeSegments()
            connection.arrivals.clearMessages()
        }
    }

    private func take(_ arrivals: Arrivals, _ uptime: Int64) {
        for answer in arrivals.acknowledgements { acknowledge(answer) }
        arrivals.acknowledgements.removeAll(keepingCapacity: true)
        for packet in arrivals.refusedSubscriptions {
            log.error("the broker refuses a subscription", metadata: ["filter": "\(link.filter(of: packet))"])
        }
        arrivals.refusedSubscriptions.removeAll()
        let wantAnswers = arrivals.messages.last.map { $0.packet != 0 } ?? false
        linger.note(messages: arrivals.messages.count, wantAnswers: wantAnswers, uptime)
        guard !arrivals.messages.isEmpty else { return }
        link.noteMessages(uptime)
        let now = Clock.now
        arrivals.bytes.withUnsafeBytes { bytes in
            for message in arrivals.messages {
                let topic = UnsafeRawBufferPointer(rebasing: bytes[message.topic])
                if isOwnState(topic) {
                    link.finishCatchUp()
                    continue
                }
                agent.take(
                    topic: topic,
                    payload: UnsafeRawBufferPointer(rebasing: bytes[message.payload]),
                    length: message.length,
                    packet: message.packet,
                    isRetained: message.isRetained,
                    at: now
                )
            }
        }
    }

    private func isOwnState(_ topic: UnsafeRawBufferPointer) -> Bool {
        topic.count == stateTopic.count && topic.elementsEqual(stateTopic)
    }

    private lazy var stateTopic = Array(agent.setup.topics.state.utf8)

    private func acknowledge(_ answer: Arrivals.Acknowledgement) {
        guard extras.remove(answer.packet) == nil else { return }
        guard let refused = agent.outbox.acknowledge(packet: answer.packet, reason: answer.reason) else {
            return
        }
        agent.counters.dead += 1
        log.error(
            "the broker refuses a message for good; it is kept in the table \"dead\" of the store",
            metadata: ["topic": "\(refused.topic)", "reason": "\(answer.reason)"]
        )
    }

    private func greeted(_ greeting: Arrivals.Greeting, _ uptime: Int64) throws(MQTTFailure) {
        try link.greet(greeting, uptime)
        if greeting.hasSession { agent.redelivery.connectionResumed() }
        agent.counters.reconnects = link.connections - 1
        refresh = Refresh()
        statistics.infoIsDue = true
        log.info("connected", metadata: ["session": greeting.hasSession ? "resumed" : "new"])
    }

    // MARK: Commit

    /// Commits what has gathered; says whether the rest of the turn may go on.
    private func commit(_ uptime: Int64) -> Bool {
        let hasInputs = !agent.journal.bytes.isEmpty
        let hasOldChanges = agent.outbox.hasChanges && uptime - lastCommit >= 1000
        guard hasInputs || needsSetup || agent.outbox.hasNews || hasOldChanges else {
            return true
        }
        do throws(StoreFailure) {
            if agent.wantsCheckpoint || needsSetup { try checkpoint() } else { try commit() }
            lastCommit = uptime
            if storeRetry != nil { log.notice("the store takes data again") }
            storeRetry = nil
            return true
        } catch {
            storeFailed(error, uptime)
            return false
        }
    }

    private var batch: Batch {
        var batch = agent.outbox.changes
        batch.journal = agent.journal.bytes
        return batch
    }

    private func commit() throws(StoreFailure) {
        try store.commit(batch, time: Clock.now.milliseconds)
        didCommit()
    }

    private func checkpoint() throws(StoreFailure) {
        try store.commit(batch, agent.checkpoint(filters: link.heldFilters), time: Clock.now.milliseconds)
        agent.didCheckpoint()
        needsSetup = false
        didCommit()
    }

    private func didCommit() {
        agent.journal.removeAll()
        agent.outbox.didCommit()
    }

    /// Nothing may leave that is not kept: the connection goes, with the PUBACKs that it has queued, until the store can be written.
    private func storeFailed(_ failure: StoreFailure, _ uptime: Int64) {
        if storeRetry == nil {
            log.error("\(failure); nothing is acknowledged until it can be written")
            dropConnection(uptime)
        }
        storeRetry = uptime + 1000
    }

    private func retryStore(_ uptime: Int64) -> Bool {
        guard let storeRetry else { return true }
        guard uptime >= storeRetry else { return false }
        return commit(uptime)
    }

    /// Brings the fences of the configuration into force: with a checkpoint, since a journal belongs to one set of fences.
    func useFences() {
        guard !agent.hasConfiguredFences || !agent.isKept else { return }
        agent.useConfiguredFences(at: Clock.now)
        needsSetup = true
        do throws(StoreFailure) {
            try checkpoint()
        } catch {
            storeFailed(error, Clock.uptime)
        }
    }

    // MARK: Publish and write

    private func publish(_ uptime: Int64) throws(MQTTFailure) {
        guard let connection = link.online else { return }
        try publishAbout(connection, uptime)
        while agent.outbox.inFlight + extras.count < Connection.window {
            if let row = agent.outbox.nextSendable() {
                try publish(row, connection)
            } else if let next = nextRepeat() {
                extras.insert(try connection.publish(next.topic, next.payload, retained: true))
            } else {
                return
            }
        }
    }

    private func nextRepeat() -> (topic: String, payload: [UInt8])? {
        guard var rest = refresh, agent.outbox.inFlight == 0 else { return nil }
        let next = agent.next(&rest)
        refresh = next == nil ? nil : rest
        return next
    }

    private func publish(_ row: OutboxRow, _ connection: Connection) throws(MQTTFailure) {
        do throws(MQTTFailure) {
            agent.outbox.didSend(
                row,
                packet: try connection.publish(row.topic, row.payload, retained: row.isRetained)
            )
        } catch {
            guard error.isForGood else { throw error }
            agent.outbox.bury(row, reason: error.status)
            agent.counters.dead += 1
            log.error("a message can't be sent", metadata: ["topic": "\(row.topic)", "reason": "\(error)"])
        }
    }

    private func send() throws(MQTTFailure) {
        guard let connection = link.online, connection.wantsToWrite else { return }
        connection.holdSegments(true)
        defer { connection.holdSegments(false) }
        try connection.write()
    }

    // MARK: Failure and end

    func connectionFailed(_ failure: MQTTFailure, _ uptime: Int64) {
        let cause = link.online == nil ? link.connectFailure(failure) : failure
        let pause = dropConnection(uptime)
        log.warning("\(cause)", metadata: ["retry": "\(Seconds.text(milliseconds: pause)) s"])
    }

    @discardableResult
    private func dropConnection(_ uptime: Int64) -> Int64 {
        agent.outbox.connectionLost()
        extras.removeAll()
        refresh = nil
        mayHaveMore = false
        return link.drop(uptime)
    }
}
