import MQTT

/// A connection over which other agents are read and asked: its session ends with it.
final class FleetLink {
    /// A request that the broker refuses.
    struct Refusal {
        let packet: Int32
        fileprivate let code: ReasonCode
        fileprivate let topics: Topics
        fileprivate let options: ClientOptions

        /// What is said of a command.
        func text(of command: String) -> String {
            let topic = topics.requests + command
            let refusal = AccessLine.refusal(.write, topic, code, options)
            return "can't be asked: publishing to \(topic): \(refusal)"
        }
    }

    /// Milliseconds for a broker to greet.
    private static let patience: Int64 = 4000
    /// Bytes of an answer at most.
    private static let largestAnswer = 1 << 24

    private let settings: MQTTSettings
    private let topics: Topics
    private let connection: Connection
    /// Filters that have no answer yet, by their packets.
    private var pending: [Int32: String] = [:]
    private var hasAskedForAnswers = false
    /// Why answers won't come; nil where that is not known.
    private var deafness: MQTTFailure?
    private var mayHaveMore = false
    private var lastCare: Int64 = 0

    /// Connects, and waits for the broker's greeting.
    init(_ broker: MQTTSettings, _ topics: Topics) throws(MQTTFailure) {
        var settings = try broker.withSecretsReadAgain()
        settings.clientId += "-map"
        settings.sessionExpiry = 0
        (self.settings, self.topics) = (settings, topics)
        connection = try Connection(
            settings.options,
            cleanStart: true,
            requests: topics.response(""),
            upTo: Self.largestAnswer
        )
        do throws(MQTTFailure) {
            try connection.connect(within: Self.patience)
        } catch {
            throw named(error)
        }
        connection.limits = connection.arrivals.connAck?.limits ?? BrokerLimits()
        // A broker drops what it can't pass on at once.
        connection.readAhead()
    }

    /// A failure with where it was, and what to do.
    func explained(_ failure: MQTTFailure) -> MQTTFailure { named(connection.explained(failure)) }

    private func named(_ failure: MQTTFailure) -> MQTTFailure {
        let address = "\(settings.address)"
        return failure.call.contains(address) ? failure : failure.named("\(failure.call) (\(address))")
    }

    var arrivals: Inbox { connection.arrivals }
    /// Whether the broker has answered all subscriptions.
    var hasAll: Bool { pending.isEmpty }

    /// Filters of what other agents publish of their devices.
    static func filters(_ topics: Topics) -> [String] { [topics.allDevices, topics.allEvents] }

    /// Asks for what other agents publish of their devices, and have published.
    ///
    /// A broker keeps a queue for each subscriber: at QoS 1 it is full before all that is kept has come.
    func begin() throws(MQTTFailure) {
        for filter in Self.filters(topics) { pending[try connection.subscribe(filter, qos: 0)] = filter }
    }

    /// Asks for nothing of them any more.
    func end() throws(MQTTFailure) {
        for filter in Self.filters(topics) { try connection.unsubscribe(filter) }
    }

    /// Whether answers to requests will come; they are asked for where they aren't.
    func hearsAnswers() throws(MQTTFailure) -> Bool {
        let filter = topics.response("#")
        if !hasAskedForAnswers { pending[try connection.subscribe(filter)] = filter }
        hasAskedForAnswers = true
        return !pending.values.contains(filter)
    }

    /// Why answers won't come, where the broker has just said so; the next question asks for them again.
    func noteDeafness() -> MQTTFailure? {
        defer { deafness = nil }
        return deafness
    }

    /// Publishes a question; gives its packet.
    func send(_ question: FleetQuestion) throws(MQTTFailure) -> Int32 {
        let topic = topics.requests + question.question.command
        return try connection.publish(topic, question.request, retained: false)
    }

    /// Reads what there is, or waits for it a while, or for a bell.
    func turn(_ milliseconds: Int32, or doorbell: Doorbell) throws(MQTTFailure) {
        if !mayHaveMore, !connection.hasInput { connection.wait(milliseconds, or: doorbell.descriptor) }
        doorbell.silence()
        try connection.checkAttempt()
        mayHaveMore = try connection.read(upTo: AgentLoop.largestBatch)
        let uptime = Clock.uptime
        guard uptime - lastCare >= 1000 else { return }
        lastCare = uptime
        try connection.keepAlive(at: uptime)
    }

    /// Requests that the broker refuses.
    ///
    /// - Throws: that it refuses a subscription, but that of answers.
    func refusals() throws(MQTTFailure) -> [Refusal] {
        let arrivals = connection.arrivals
        defer {
            arrivals.acknowledgements.removeAll()
            arrivals.subscriptionAnswers.removeAll()
        }
        for answer in arrivals.subscriptionAnswers {
            guard let filter = pending.removeValue(forKey: answer.packet), answer.reason >= 128 else {
                continue
            }
            let failure = refused(filter, ReasonCode(answer.reason))
            guard filter == topics.response("#") else { throw failure }
            (deafness, hasAskedForAnswers) = (failure, false)
        }
        return arrivals.acknowledgements.filter { $0.reason >= 128 }.map {
            let code = ReasonCode($0.reason)
            return Refusal(packet: $0.packet, code: code, topics: topics, options: settings.options)
        }
    }

    private func refused(_ filter: String, _ code: ReasonCode) -> MQTTFailure {
        let reason = AccessLine.refusal(.read, filter, code, settings.options)
        return MQTTFailure("subscribing to \(filter)", reason: reason, pace: .refusal)
    }

    /// Lets leave what waits.
    func write() throws(MQTTFailure) { try connection.write() }

    /// Says goodbye.
    func close() { try? connection.close() }
}
