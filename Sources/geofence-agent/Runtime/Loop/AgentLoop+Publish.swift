import GeofenceCore
import Logging
import MQTT

extension AgentLoop {
    func publish(_ uptime: Int64) throws(MQTTFailure) {
        guard let connection = link.online else { return }
        if link.shouldAnnounce(uptime) { logConnected() }
        try contradict(uptime)
        try publishAbout(connection, uptime)
        guard !isRenewingWill else { return }
        try publishRows(connection, uptime)
        try sayAnswers(connection)
    }

    private func publishRows(_ connection: Connection, _ uptime: Int64) throws(MQTTFailure) {
        while agent.port.outbox.inFlight + inFlight.extras.count < connection.window {
            if let row = agent.port.outbox.nextSendable() {
                guard mayLeave(row.payload) else { return }
                guard !inFlight.hangUps.isPoison(row.topic, uptime) else {
                    giveUp(row)
                    continue
                }
                try publish(row, connection, uptime)
            } else if mayLeave([]), let next = nextRepeat() {
                try publishExtra(next.topic, next.payload, connection, uptime)
            } else {
                return
            }
        }
    }

    func mayLeave(_ payload: [UInt8]) -> Bool {
        inFlight.mayLeave(payload, besides: agent.port.outbox.inFlight)
    }

    private func nextRepeat() -> (topic: String, payload: [UInt8])? {
        guard agent.port.outbox.inFlight == 0, !agent.port.outbox.isHeld else { return nil }
        return agent.nextRefresh()
    }

    func publish(_ row: OutboxRow, _ connection: Connection, _ uptime: Int64) throws(MQTTFailure) {
        do throws(MQTTFailure) {
            let packet = try connection.publish(
                row.topic,
                row.payload,
                retained: row.isRetained,
                expiry: expiry(of: row),
                correlation: row.correlation ?? [],
                userProperties: row.userProperties
            )
            agent.port.outbox.didSend(row, packet: packet, at: uptime)
            inFlight.large.didSend(row.topic, bytes: row.payload.count, packet: packet, row: row)
            didPublish(packet)
            if speaksForPair, let mark = AnswerMark(row) {
                givenAnswers.note(mark)
                hasNewAnswers = true
            }
        } catch {
            guard error.isForGood else { throw error }
            deadLetter(row, reason: error.status, "\(error)")
        }
    }

    /// Seconds for which a message counts from now on; 0: always.
    ///
    /// An event counts from when it was decided. One that has waited for longer still leaves, and reaches
    /// those who listen.
    private func expiry(of row: OutboxRow) -> Int {
        guard let expiry = agent.port.settings.eventExpiry, !row.isRetained, !row.isAnswer else { return 0 }
        let waited = max(0, Clock.now.milliseconds - row.time) / 1000
        return max(1, expiry - Int(clamping: waited))
    }

    /// Gives up a row that can't be sent, and answers in short where it is an answer.
    private func deadLetter(_ row: OutboxRow, reason: Int32, _ why: String) {
        agent.port.outbox.deadLetter(row, reason: reason)
        agent.port.counters.dead += 1
        agent.wasRefused(row.topic)
        agent.answerShortly(row, at: Clock.now)
        log.error(
            "a message can't be sent; it is kept in the table \"dead\" of the store",
            metadata: ["topic": "\(row.topic)", "bytes": .number(row.payload.count), "reason": "\(why)"]
        )
    }

    /// Gives up a row for whose topic the broker ends the connection.
    private func giveUp(_ row: OutboxRow) {
        agent.port.outbox.deadLetter(row, reason: ReasonCode.notAuthorised.number)
        agent.port.counters.dead += 1
        agent.wasRefused(row.topic)
    }

    /// Finds out whether one message is why the broker ends the connection.
    private func findHangUp(_ failure: MQTTFailure, _ uptime: Int64) {
        guard link.online != nil, failure.isHangUp else { return }
        let oldest = agent.port.outbox.waitsSince.orLesser(inFlight.extras.values.lazy.map(\.since).min())
        let topics =
            agent.port.outbox.topicsOnTheirWay(upTo: 2) + inFlight.extras.values.prefix(2).map(\.topic)
        let wasCareful = inFlight.hangUps.isCareful
        let topic = inFlight.hangUps.connectionEnded(topics, since: oldest, uptime)
        if wasCareful, topics.count == 1 { link.ease() }
        guard let topic else { return }
        logRefusal(
            "the broker ends the connection for this topic; its messages are not sent for an hour, and are kept in the table \"dead\" of the store",
            "\(topic) (hang-up)",
            refusal(.write, topic, ReasonCode.notAuthorised.number)
        )
    }

    /// The topic of what is on its way under a packet id, but for what an agent says of itself.
    func topic(ofPacket packet: Int32) -> String? {
        inFlight.extras[packet]?.topic ?? agent.port.outbox.topic(ofPacket: packet)
    }

    /// Gives up a large message with which one connection after the other was lost.
    private func giveUpLarge(_ code: ReasonCode?) {
        guard let lost = inFlight.large.connectionFailed(isTooLarge: code == .tooLarge) else { return }
        let why =
            code.map { "\($0)" }
            ?? "\(LargeMessages.patience) connections in a row were lost with it; the broker may take no packets of that size"
        if let row = lost.row {
            deadLetter(row, reason: ReasonCode.tooLarge.number, why)
        } else {
            logRefusal(
                "a retained topic can't be published",
                lost.topic,
                ["bytes": .number(lost.bytes), "reason": "\(why)"]
            )
        }
    }

    /// Publishes something retained that is no row of the outbox, unless it was refused before.
    func publishExtra(
        _ topic: String,
        _ payload: [UInt8],
        _ connection: Connection,
        _ uptime: Int64
    ) throws(MQTTFailure) {
        guard !inFlight.refused.contains(topic), !inFlight.large.refused.contains(topic),
            !inFlight.hangUps.isPoison(topic, uptime)
        else { return }
        do throws(MQTTFailure) {
            let packet = try connection.publish(topic, payload, retained: true)
            inFlight.extras[packet] = .init(topic: topic, since: uptime)
            inFlight.large.didSend(topic, bytes: payload.count, packet: packet)
            didPublish(packet)
        } catch {
            guard error.isForGood else { throw error }
            refuse(topic, ["reason": "\(error)"])
        }
    }

    /// Gives a topic up that is said again and again, since it would be refused each time.
    func refuse(_ topic: String, _ metadata: Logger.Metadata) {
        inFlight.refused.insert(topic)
        logRefusal("a retained topic can't be published", topic, metadata)
    }

    /// Tells once for each topic that something is refused.
    func logRefusal(_ what: Logger.Message, _ topic: String, _ metadata: Logger.Metadata) {
        guard logOnce.shouldLog(topic) else { return }
        let topic: Logger.Metadata = ["topic": "\(topic)"]
        log.error(what, metadata: .of(.brokerRefuses, metadata.merging(topic) { first, _ in first }))
    }

    /// Why the broker refuses a topic; where it is not allowed, with the line that its access list lacks.
    func refusal(_ access: AccessLine.Access, _ topic: String, _ reason: Int32) -> Logger.Metadata {
        let code = ReasonCode(reason)
        var metadata: Logger.Metadata = ["reason": "\(code)"]
        let base = agent.port.settings.topics.base
        if let line = AccessLine.missing(access, topic, base: base, code, link.settings.options) {
            metadata["missing in the access list"] = "\(line)"
        }
        return metadata
    }

    private func didPublish(_ packet: Int32) {
        guard inFlight.proof == nil, !agent.tracker.redelivery.isEmpty else { return }
        inFlight.proof = (packet, agent.tracker.redelivery.noted)
    }

    func send() throws(MQTTFailure) {
        guard let connection = link.online, connection.wantsToWrite else { return }
        connection.holdSegments(true)
        defer { connection.holdSegments(false) }
        try connection.write()
    }

    func logConnected() {
        var metadata: Logger.Metadata = [
            "broker": "\(link.settings.address)", "session": link.hasSession ? "resumed" : "new",
        ]
        if link.quietLosses > 0 { metadata["losses"] = "\(link.quietLosses)" }
        log.info("connected", metadata: .of(.connected, metadata))
    }

    func connectionFailed(_ failure: MQTTFailure, _ uptime: Int64) {
        let cause = link.explained(failure)
        giveUpLarge(cause.code)
        findHangUp(failure, uptime)
        let pause = dropConnection(uptime, cause.pace)
        var metadata: Logger.Metadata = .of(.connectionFailed, ["retry": .seconds(milliseconds: pause)])
        if let suspicion = link.suspicion { metadata["suspicion"] = "\(suspicion)" }
        log.log(level: link.shouldLog(cause, uptime) ? .warning : .debug, "\(cause)", metadata: metadata)
    }

    @discardableResult
    func dropConnection(_ uptime: Int64, _ pace: Backoff.Pace = .network) -> Int64 {
        // What had nothing to send has got on as well as it could.
        let hasProgress = inFlight.hasProgress || agent.port.outbox.count == 0
        forgetConnection()
        return link.drop(uptime, pace, hasProgress: hasProgress)
    }

    /// What was on its way with the connection is on its way no more.
    func forgetConnection() {
        agent.port.outbox.connectionLost()
        inFlight.connectionDropped()
        agent.outputs.endRefresh()
        scheduler.connectionLost()
        if awaited.messages?.hasRequest == true { committer.forgetAsker() }
        awaited.messages = nil
        leadership?.connectionLost()
        echoedClock.begin()
    }
}
