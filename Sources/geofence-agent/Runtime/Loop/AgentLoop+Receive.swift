import GeofenceCore
import Logging
import MQTT

extension AgentLoop {
    func receive(_ uptime: Int64) throws(MQTTFailure) {
        scheduler.mayHaveMore = false
        logMissingState()
        guard let connection = link.connection else { return }
        if link.online == nil {
            try connection.checkAttempt()
            try connection.write()
        }
        guard let reading = try read(connection, uptime) else { return }
        if let connAck = connection.arrivals.connAck {
            connection.arrivals.connAck = nil
            do throws(MQTTFailure) {
                try greeted(connAck, uptime)
            } catch {
                // Where the connection ends right after its greeting, what was read says why.
                if error.code == nil { _ = try reading.get() }
                throw error
            }
        }
        logBypass(connection)
        // Before the answers are worked off, which leaves none.
        let wantsSegmentsAcknowledged = connection.arrivals.wantsSegmentsAcknowledged
        process(connection.arrivals, uptime)
        scheduler.mayHaveMore = try reading.get()
        if awaited.messages == nil {
            if wantsSegmentsAcknowledged { connection.acknowledgeSegments() }
            if connection.arrivals.messageCount > 0 { connection.arrivals.clearMessages() }
        }
        try checkAnswers(uptime)
    }

    /// Gives a connection up on which a message has no answer: a broker that answers pings alone would hold
    /// all events back for ever.
    private func checkAnswers(_ uptime: Int64) throws(MQTTFailure) {
        let patience = link.patienceForAnswers
        guard link.online != nil,
            inFlight.isOverdue(
                patience,
                oldest: waitsSince,
                mayHaveMore: scheduler.mayHaveMore,
                uptime
            )
        else { return }
        agent.port.counters.unanswered += 1
        throw MQTTFailure(
            "publishing",
            reason:
                "the broker gives no answer to a message within \(patience / 1000) s; it may be over a quota"
        )
    }

    private func logBypass(_ connection: Connection) {
        guard connection.isBypassed, logOnce.shouldLog("mqtt.readAhead") else { return }
        log.notice(
            "libmosquitto reads its socket another way than expected; the agent goes on without reading ahead"
        )
    }

    private var waitsSince: Int64? {
        agent.port.outbox.waitsSince.orLesser(link.subscriptions.waitsSince)
    }

    /// Reads what has come, and gives whether there may be more; nil where nothing is read now.
    ///
    /// With a full outbox these are answers alone, since what messages bring about could not leave. Where the
    /// answers can't be found so, next to no messages are read for them: one a turn.
    private func read(_ connection: Connection, _ uptime: Int64) throws(MQTTFailure)
        -> Result<Bool, MQTTFailure>?
    {
        guard agent.port.outbox.isFull, link.online != nil else {
            inFlight.heard(uptime)
            return Result { () throws(MQTTFailure) in try readAll(connection, uptime) }
        }
        // One of two that stands by has room again by what it hears of the other, among the messages.
        let answers = Result<Connection.Behind, MQTTFailure> { () throws(MQTTFailure) in
            try agent.port.outbox.isHeld ? .blocked : connection.readBehind()
        }
        switch answers {
        case .failure(let failure): return .failure(failure)
        case .success(.blocked): break
        case .success(let news):
            inFlight.heard(uptime)
            return .success(news == .more)
        }
        guard !inFlight.isUnheard(uptime) else {
            throw MQTTFailure("publishing", reason: "the outbox is full and the broker answers nothing")
        }
        guard mayRead(uptime) else { return nil }
        inFlight.willReadWhileFull(uptime)
        return Result { () throws(MQTTFailure) in try connection.read(upTo: 1) }
    }

    /// Reads what has come, and where it has gathered what the broker has held back behind it; gives whether
    /// there may be more.
    private func readAll(_ connection: Connection, _ uptime: Int64) throws(MQTTFailure) -> Bool {
        let mayHaveMore = try connection.read(upTo: Self.largestBatch)
        guard !mayHaveMore, scheduler.mayBeHeldBack(uptime), connection.acknowledgeSegments() else {
            return mayHaveMore
        }
        let gathered = connection.arrivals.messageCount
        connection.waitForInput(atMost: HeldBack.patience)
        defer {
            let heldBack = connection.arrivals.messageCount - gathered
            scheduler.heldBack.note(gathered: gathered, heldBack: heldBack, uptime)
        }
        return try connection.read(upTo: Self.largestBatch)
    }

    /// Whether to read at all.
    func mayRead(_ uptime: Int64) -> Bool {
        guard agent.port.outbox.isFull, link.online != nil else { return true }
        return inFlight.mayRead(uptime)
    }

    func process(_ arrivals: Inbox, _ uptime: Int64) {
        if !arrivals.acknowledgements.isEmpty {
            inFlight.wasAnswered(uptime)
            let now = Clock.now.milliseconds
            for answer in arrivals.acknowledgements { acknowledge(answer, at: now) }
        }
        arrivals.acknowledgements.removeAll(keepingCapacity: true)
        if !arrivals.subscriptionAnswers.isEmpty {
            for answer in arrivals.subscriptionAnswers { subscriptionAnswered(answer, uptime) }
            arrivals.subscriptionAnswers.removeAll()
        }
        let count = arrivals.messageCount
        scheduler.coalescer.note(messages: count, wantAnswers: arrivals.hasAwaited, uptime)
        guard count > 0 else { return }
        link.noteMessages(uptime)
        if arrivals.hasSkippedAwaited { committer.isAwaited = true }
        if arrivals.skippedCount > 0 { shardFilter?.drain { agent.noteDropped($0, $1) } }
        if leadership != nil, arrivals.isLastAwaited {
            echoWatch.heardOther()
            echoedClock.heardOther()
        }
        handle(.init(first: 0, hasRequest: false), in: arrivals, uptime)
    }

    /// Handles messages that were read, up to the first request among them: what that brings about is kept
    /// before others come.
    ///
    /// With TLS the library reads several packets at once where several of ours are on their way.
    func handle(_ messages: Awaited.Messages, in arrivals: Inbox, _ uptime: Int64) {
        awaited.messages = nil
        let now = Clock.now
        let start = Clock.monotonic
        defer { decisions.note(Clock.monotonic - start) }
        // They stay the same meanwhile: to read them for each message would count references.
        let (ownState, sourceEchoes) = (link.ownState, sourceEchoes)
        arrivals.bytes.withUnsafeBytes { bytes in
            let all = arrivals.messages
            for index in messages.first..<all.count {
                let message = all[index]
                let topic = UnsafeRawBufferPointer(rebasing: bytes[message.topic])
                if ownState.isTopic(topic) {
                    handleState(message, bytes)
                    continue
                }
                if message.packet != 0 { committer.isAwaited = true }
                if let sourceEchoes, !message.isRetained,
                    let echo = sourceEchoes.read(topic, .init(rebasing: bytes[message.payload]))
                {
                    heard(echo, at: now, uptime)
                    continue
                }
                guard !message.isRequest else {
                    committer.isAwaited = true
                    let hasWaited = messages.hasRequest && index == messages.first
                    guard hasWaited || !mustWait(command(on: topic)) else {
                        return awaited.messages = .init(first: index, hasRequest: true)
                    }
                    handleRequest(message, topic, bytes, at: now)
                    guard index + 1 == all.count else {
                        return awaited.messages = .init(first: index + 1, hasRequest: false)
                    }
                    continue
                }
                agent.ingest(
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

    private func command(on topic: UnsafeRawBufferPointer) -> String {
        String(decoding: topic.dropFirst(agent.port.settings.topics.requests.utf8.count), as: UTF8.self)
    }

    /// Hands a request on; one that the broker has kept was meant for another time.
    private func handleRequest(
        _ message: Inbox.Message,
        _ topic: UnsafeRawBufferPointer,
        _ bytes: UnsafeRawBufferPointer,
        at now: Timestamp
    ) {
        let command = command(on: topic)
        guard !message.isRetained else {
            log.warning(
                "a retained request is refused; publish requests without the retain flag",
                metadata: ["command": "\(command)"]
            )
            return
        }
        if message.hasTooManyProperties, logOnce.shouldLog("user properties") {
            log.warning(
                "a request has more user properties than come back with its answer; it gets none",
                metadata: [
                    "command": "\(command)", "most": .number(UserProperties.most),
                    "mostBytes": .number(UserProperties.mostBytes),
                ]
            )
        }
        let payload = UnsafeRawBufferPointer(rebasing: bytes[message.payload])
        agent.answer(
            request: command,
            payload: payload,
            length: message.length,
            mark: Redelivery.Mark(packet: message.packet, topic: topic, payload: payload),
            reply: ReplyAddress(
                asked: UnsafeRawBufferPointer(rebasing: bytes[message.responseTopic]),
                correlation: UnsafeRawBufferPointer(rebasing: bytes[message.correlation]),
                userProperties: UserProperties(bytes: bytes[message.userProperties]),
                command: command,
                setup: agent.port.settings
            ),
            at: now
        )
        noteOtherCounts()
    }

    /// mosquitto takes a subscription to what its access list forbids, and then sends nothing.
    private func logMissingState() {
        guard link.ownState.isMissing else { return }
        link.ownState.isMissing = false
        let topic = agent.port.settings.topics.ownState
        logRefusal(
            "the broker doesn't send the agent its own state; timers start 10 s late for it",
            "\(topic) (read)",
            refusal(.read, topic, ReasonCode.notAuthorised.number)
        )
    }

    func acknowledge(_ answer: Inbox.Acknowledgement, at now: Int64) {
        inFlight.large.acknowledge(packet: answer.packet)
        inFlight.hangUps.didAnswer(inFlight.hangUps.isCareful ? topic(ofPacket: answer.packet) : nil)
        if let proof = inFlight.proof, proof.packet == answer.packet {
            agent.tracker.settle(upTo: proof.noted)
            inFlight.proof = nil
        }
        if let topic = inFlight.extras.removeValue(forKey: answer.packet)?.topic {
            if answer.reason >= 128 {
                refuse(topic, refusal(.write, topic, answer.reason))
            }
            return
        }
        let doneCount = agent.port.outbox.doneCount
        guard
            let refused = agent.port.outbox.acknowledge(packet: answer.packet, reason: answer.reason, at: now)
        else {
            if agent.port.outbox.doneCount > doneCount { inFlight.hasProgress = true }
            return
        }
        // Where the broker ends the connection behind each, the next one gets on with the others.
        inFlight.hasProgress = true
        agent.port.counters.dead += 1
        agent.wasRefused(refused.topic)
        if ReasonCode(answer.reason) == .tooLarge { agent.answerShortly(refused, at: Clock.now) }
        logRefusal(
            "the broker refuses messages for good; they are kept in the table \"dead\" of the store",
            refused.topic,
            refusal(.write, refused.topic, answer.reason)
        )
    }

    private func greeted(_ connAck: Inbox.ConnAck, _ uptime: Int64) throws(MQTTFailure) {
        try link.greet(connAck, uptime)
        fleet?.use(link.settings)
        if connAck.hasSession { agent.tracker.connectionResumed() }
        agent.port.counters.reconnects = link.connections - 1
        // What a broker retains has nobody to read it again, where it retains nothing.
        if link.limits.retains { agent.outputs.beginRefresh() }
        inFlight.connected(uptime)
        statistics.infoIsDue = true
        leadership?.connected(uptime)
        holdAnswers()
        echoWatch.begin()
        let reorder = agent.port.settings.stream.reorder
        echoedClock.connected(uptime, unordered: Seconds.milliseconds(sourceEchoes == nil ? 0 : reorder))
        if speaksForPair { try sayState(uptime) }
        if link.isAnnounced { logConnected() }
        logLimits()
    }
}
