import GeofenceCore
import Logging

extension AgentLoop {
    func receive(_ uptime: Int64) throws(MQTTFailure) {
        mayHaveMore = false
        logMissingState()
        guard let connection = link.connection else { return }
        if link.online == nil {
            try connection.checkAttempt()
            try connection.write()
        }
        guard let limit = try batchLimit(uptime) else { return }
        let reading = Result { () throws(MQTTFailure) in try connection.read(upTo: limit) }
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
        take(connection.arrivals, uptime)
        mayHaveMore = try reading.get()
        if !connection.arrivals.messages.isEmpty {
            connection.acknowledgeSegments()
            connection.arrivals.clearMessages()
        }
    }

    /// How many messages to read; nil: none now.
    ///
    /// With a full outbox next to none, since what they bring about could not leave: one a turn, for the answers among them.
    private func batchLimit(_ uptime: Int64) throws(MQTTFailure) -> Int? {
        guard agent.port.outbox.isFull, link.online != nil else { return Self.largestBatch }
        guard uptime - lastAnswer < Self.answerPatience else {
            throw MQTTFailure("publishing", reason: "the outbox is full and the broker answers nothing")
        }
        guard mayRead(uptime) else { return nil }
        lastFullRead = uptime
        return 1
    }

    /// Whether to read at all: where the outbox is full and no answer has come for a second, only every 10 ms.
    func mayRead(_ uptime: Int64) -> Bool {
        guard agent.port.outbox.isFull, link.online != nil, uptime - lastAnswer >= 1000 else { return true }
        return uptime - lastFullRead >= 10
    }

    /// Milliseconds without an answer after which a connection with a full outbox is given up.
    private static let answerPatience: Int64 = 10_000

    func take(_ arrivals: Inbox, _ uptime: Int64) {
        if !arrivals.acknowledgements.isEmpty { lastAnswer = uptime }
        for answer in arrivals.acknowledgements { acknowledge(answer) }
        arrivals.acknowledgements.removeAll(keepingCapacity: true)
        for answer in arrivals.refusedSubscriptions {
            let filter = link.filter(of: answer.packet)
            logRefusal("the broker refuses a subscription", filter, refusal(.read, filter, answer.reason))
        }
        arrivals.refusedSubscriptions.removeAll()
        let wantAnswers = arrivals.messages.last.map { $0.packet != 0 } ?? false
        coalescer.note(messages: arrivals.messages.count, wantAnswers: wantAnswers, uptime)
        guard !arrivals.messages.isEmpty else { return }
        link.noteMessages(uptime)
        let now = Clock.now
        arrivals.bytes.withUnsafeBytes { bytes in
            for message in arrivals.messages {
                let topic = UnsafeRawBufferPointer(rebasing: bytes[message.topic])
                if isOwnState(topic) {
                    // A copy that is not from the broker's memory may have been queued before others, while we were away.
                    if message.isRetained { link.finishCatchUp() }
                    continue
                }
                guard !arrivals.isRequest(topic) else {
                    takeRequest(message, topic, bytes, at: now)
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

    /// Hands a request on; one that the broker has kept was meant for another time.
    private func takeRequest(
        _ message: Inbox.Message,
        _ topic: UnsafeRawBufferPointer,
        _ bytes: UnsafeRawBufferPointer,
        at now: Timestamp
    ) {
        let command = String(
            decoding: topic.dropFirst(agent.port.settings.topics.requests.utf8.count),
            as: UTF8.self
        )
        guard !message.isRetained else {
            log.warning(
                "a retained request is not heeded; publish requests without the retain flag",
                metadata: ["command": "\(command)"]
            )
            return
        }
        agent.take(
            request: command,
            payload: UnsafeRawBufferPointer(rebasing: bytes[message.payload]),
            length: message.length,
            reply: ReplyAddress(
                asked: UnsafeRawBufferPointer(rebasing: bytes[message.responseTopic]),
                correlation: UnsafeRawBufferPointer(rebasing: bytes[message.correlation]),
                command: command,
                setup: agent.port.settings
            ),
            at: now
        )
        if agent.pending.hasOtherCounts { statistics.infoIsDue = true }
        agent.pending.hasOtherCounts = false
    }

    /// mosquitto takes a subscription to what its access list forbids, and then sends nothing.
    private func logMissingState() {
        guard link.lacksOwnState else { return }
        link.lacksOwnState = false
        let topic = agent.port.settings.topics.state
        logRefusal(
            "the broker doesn't send the agent its own state; timers start 10 s late for it",
            "\(topic) (read)",
            refusal(.read, topic, ReasonCode.notAuthorised.number)
        )
    }

    private func isOwnState(_ topic: UnsafeRawBufferPointer) -> Bool {
        topic.count == stateTopic.count && topic.elementsEqual(stateTopic)
    }

    func acknowledge(_ answer: Inbox.Acknowledgement) {
        large.acknowledge(packet: answer.packet)
        if let proof, proof.packet == answer.packet {
            agent.tracker.settle(upTo: proof.noted)
            self.proof = nil
        }
        if let topic = extras.removeValue(forKey: answer.packet) {
            if answer.reason >= 128 {
                refuse(topic, refusal(.write, topic, answer.reason))
            }
            return
        }
        guard let refused = agent.port.outbox.acknowledge(packet: answer.packet, reason: answer.reason) else {
            return
        }
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
        if connAck.hasSession { agent.tracker.connectionResumed() }
        agent.port.counters.reconnects = link.connections - 1
        agent.outputs.beginRefresh()
        refusedTopics = []
        lastAnswer = uptime
        statistics.infoIsDue = true
        log.info(
            "connected",
            metadata: [
                "broker": "\(link.settings.host):\(link.settings.port)",
                "session": connAck.hasSession ? "resumed" : "new",
            ]
        )
    }
}
