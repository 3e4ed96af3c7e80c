import GeofenceCore
import Logging

extension AgentLoop {
    func publish(_ uptime: Int64) throws(MQTTFailure) {
        guard let connection = link.online else { return }
        try publishAbout(connection, uptime)
        while agent.outbox.inFlight + extras.count < Connection.window {
            if let row = agent.outbox.nextSendable() {
                try publish(row, connection)
            } else if let next = nextRepeat() {
                try publishExtra(next.topic, next.payload, connection)
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

    func publish(_ row: OutboxRow, _ connection: Connection) throws(MQTTFailure) {
        do throws(MQTTFailure) {
            let packet = try connection.publish(
                row.topic,
                row.payload,
                retained: row.isRetained,
                correlation: row.correlation
            )
            agent.outbox.didSend(row, packet: packet)
            didPublish(packet)
        } catch {
            guard error.isForGood else { throw error }
            agent.outbox.bury(row, reason: error.status)
            agent.counters.dead += 1
            log.error("a message can't be sent", metadata: ["topic": "\(row.topic)", "reason": "\(error)"])
        }
    }

    /// Publishes something retained that is no row of the outbox, unless it was refused before.
    func publishExtra(_ topic: String, _ payload: [UInt8], _ connection: Connection) throws(MQTTFailure) {
        guard !refusedTopics.contains(topic) else { return }
        do throws(MQTTFailure) {
            let packet = try connection.publish(topic, payload, retained: true)
            extras[packet] = topic
            didPublish(packet)
        } catch {
            guard error.isForGood else { throw error }
            refuse(topic, reason: "\(error)")
        }
    }

    /// Gives a topic up that is said again and again, since it would be refused each time.
    func refuse(_ topic: String, reason: String) {
        guard refusedTopics.insert(topic).inserted else { return }
        log.error(
            "a retained topic can't be published",
            metadata: ["topic": "\(topic)", "reason": "\(reason)"]
        )
    }

    private func didPublish(_ packet: Int32) {
        guard proof == nil, !agent.redelivery.isEmpty else { return }
        proof = (packet, agent.redelivery.noted)
    }

    func send() throws(MQTTFailure) {
        guard let connection = link.online, connection.wantsToWrite else { return }
        connection.holdSegments(true)
        defer { connection.holdSegments(false) }
        try connection.write()
    }

    func connectionFailed(_ failure: MQTTFailure, _ uptime: Int64) {
        let cause = link.online == nil ? link.connectFailure(failure) : failure
        let pause = dropConnection(uptime)
        var metadata: Logger.Metadata = ["retry": "\(Seconds.text(milliseconds: pause)) s"]
        if let suspicion = link.suspicion { metadata["suspicion"] = "\(suspicion)" }
        log.warning("\(cause)", metadata: metadata)
    }

    @discardableResult
    func dropConnection(_ uptime: Int64) -> Int64 {
        agent.outbox.connectionLost()
        extras.removeAll()
        refresh = nil
        proof = nil
        mayHaveMore = false
        return link.drop(uptime)
    }
}
