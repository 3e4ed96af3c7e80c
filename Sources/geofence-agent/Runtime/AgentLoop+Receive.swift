import GeofenceCore
import Logging

extension AgentLoop {
    func receive(_ uptime: Int64) throws(MQTTFailure) {
        mayHaveMore = false
        guard let connection = link.connection else { return }
        if link.online == nil {
            try connection.checkAttempt()
            try connection.write()
        }
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

    func take(_ arrivals: Arrivals, _ uptime: Int64) {
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

    func acknowledge(_ answer: Arrivals.Acknowledgement) {
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
}
