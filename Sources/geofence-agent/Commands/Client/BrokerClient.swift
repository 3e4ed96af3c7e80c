import CLibrary
import MQTT

/// A connection to the broker for a command that asks or tells something and ends: it waits, unlike the
/// agent.
final class BrokerClient {
    /// A message that came in.
    struct Message {
        var topic: String
        var payload: [UInt8]
    }

    private let connection: Connection
    private let settings: MQTTSettings
    /// How the broker is called in messages.
    let address: String
    /// Topics by the packets that have no answer yet.
    private var unanswered: [Int32: String] = [:]
    private var subscriptions: [Int32: String] = [:]
    /// The QoS that the broker has granted, by filter.
    private(set) var granted: [String: Int32] = [:]

    /// Bytes: a list has more than `Agent.longestPage` where its first fence alone has, and that may have
    /// `Area.maximumPositions`.
    static let largestAnswer = 1 << 24
    /// Milliseconds that the broker may take to greet, and to answer.
    static let patience: Int64 = 10_000

    /// A session that outlasts its connection.
    struct Session {
        var clientID: String
        /// Seconds for which the broker keeps it; 0: no longer than the connection.
        var expiry: Int
        /// Whether one that is there is taken up.
        var isResumed: Bool
    }

    /// Connects, with a session that ends with the command unless another is given.
    ///
    /// `answers` is how the topics begin on which more comes than positions have.
    /// - Throws: `MQTTFailure` where there is no broker, or it refuses.
    init(_ settings: MQTTSettings, session: Session? = nil, answers: String = "") throws(MQTTFailure) {
        var own = settings
        own.clientId = session?.clientID ?? "geofence-agent-\(getpid())"
        own.sessionExpiry = session?.expiry ?? 0
        self.settings = own
        address = "\(settings.address)"
        connection = try Connection(
            own.options,
            cleanStart: session?.isResumed != true,
            requests: answers,
            upTo: Self.largestAnswer
        )
        // Behind the greeting nothing is read yet: a session that is taken up for another may not lose it.
        do throws(MQTTFailure) {
            try connection.connect(within: Self.patience)
        } catch {
            throw error.named("connecting to \(address)")
        }
    }

    /// Whether the broker had kept the session.
    var hasSession: Bool { connection.arrivals.connAck?.hasSession ?? false }

    /// Subscribes at QoS 1 to what is published from now on.
    func subscribe(_ filter: String) throws(MQTTFailure) {
        subscriptions[try connection.subscribe(filter)] = filter
    }

    /// Waits until the broker has answered all subscriptions.
    func settleSubscriptions() throws(MQTTFailure) {
        try wait(for: "answer") { [self] _ in subscriptions.isEmpty }
    }

    /// Subscribes for whoever takes the session up, as the agent does.
    func subscribe(forLater filter: String, asPublished: Bool) throws(MQTTFailure) {
        let packet = try connection.subscribe(filter, retained: .never, asPublished: asPublished)
        subscriptions[packet] = filter
    }

    /// The same as `settleSubscriptions`, without an acknowledgement of what they bring: that stays with the
    /// session, for whoever takes it up.
    ///
    /// Nothing else may follow on this connection.
    func settleSubscriptionsForLater() throws(MQTTFailure) {
        try connection.write()
        let deadline = Clock.uptime + Self.patience
        while !subscriptions.isEmpty {
            guard Clock.uptime < deadline else { throw silence(for: "answer", Self.patience) }
            connection.wait(100)
            _ = try connection.read(upTo: AgentLoop.largestBatch)
            try readAnswers(connection.arrivals)
            connection.arrivals.clearMessages()
        }
    }

    /// What the broker keeps of a topic, or of the first that fits a filter, where that comes in some
    /// milliseconds; the connection ends with it.
    func retained(_ filter: String, within wait: Int64) throws(MQTTFailure) -> String {
        defer { close() }
        try subscribe(filter)
        return String(decoding: try message(within: wait) { _, _ in true }, as: UTF8.self)
    }

    /// What the broker takes away of what was asked for, with whether something may be lost by it.
    func limits(asked expiry: Int) -> [(text: String, isLoss: Bool)] {
        var limits = connection.arrivals.connAck?.limits ?? BrokerLimits()
        // Of a session that ends with the command nothing can be said.
        limits.sessionExpiry = nil
        return limits.meanings(asked: expiry)
    }

    /// Publishes at QoS 1; what has no answer yet is waited for by `flush`.
    func publish(_ topic: String, _ payload: [UInt8], retained: Bool = false) throws(MQTTFailure) {
        unanswered[try connection.publish(topic, payload, retained: retained)] = topic
        if unanswered.count >= Connection.window { try flush() }
        try turn(0)
    }

    /// Waits until the broker has taken all that was published.
    func flush() throws(MQTTFailure) {
        try wait(for: "acknowledgement") { [self] _ in unanswered.isEmpty }
    }

    /// Waits for a message that fits, by topic and payload.
    func message(
        within patience: Int64 = patience,
        _ isMeant: (String, [UInt8]) -> Bool
    ) throws(MQTTFailure) -> [UInt8] {
        var found: [UInt8]?
        try wait(for: "answer", within: patience) { [self] _ in
            found = arrived().first { isMeant($0.topic, $0.payload) }?.payload
            return found != nil
        }
        return found ?? []
    }

    /// Waits for messages, no longer than until a moment of the uptime clock, or until a descriptor is
    /// readable.
    func wait(until uptime: Int64, or descriptor: Int32) {
        connection.wait(Int32(clamping: max(0, uptime - Clock.uptime)), or: descriptor)
    }

    /// The messages that have come; what waits to leave does.
    func messages() throws(MQTTFailure) -> [Message] {
        try turn(0)
        return arrived()
    }

    /// The payloads of so many messages, or of those that have come within a while: none of them is
    /// acknowledged.
    func unanswered(_ count: Int, within patience: Int64) throws(MQTTFailure) -> [[UInt8]] {
        let deadline = Clock.uptime + patience
        var payloads = arrived().map(\.payload)
        while payloads.count < count, Clock.uptime < deadline {
            connection.wait(100)
            _ = try connection.read(upTo: count)
            payloads += arrived().map(\.payload)
        }
        return payloads
    }

    private func arrived() -> [Message] {
        let arrivals = connection.arrivals
        defer { arrivals.clearMessages() }
        return arrivals.messages.map { message in
            Message(
                topic: String(decoding: arrivals.bytes[message.topic], as: UTF8.self),
                payload: Array(arrivals.bytes[message.payload])
            )
        }
    }

    /// Keeps the connection for a while.
    func pause(milliseconds: Int64) throws(MQTTFailure) {
        let end = Clock.uptime + milliseconds
        while Clock.uptime < end { try turn(Int32(clamping: min(end - Clock.uptime, 500))) }
    }

    /// Says goodbye.
    func close() { try? connection.close() }

    private func wait(
        for what: String,
        within patience: Int64 = patience,
        until isDone: (Connection) -> Bool
    ) throws(MQTTFailure) {
        let deadline = Clock.uptime + patience
        while !isDone(connection) {
            guard Clock.uptime < deadline else { throw silence(for: what, patience) }
            try turn(100)
        }
    }

    private func silence(for what: String, _ patience: Int64) -> MQTTFailure {
        MQTTFailure(
            "waiting for the \(what) of \(address)",
            reason: "nothing came within \(patience / 1000) s"
        )
    }

    /// Reads and writes what there is, or waits a little.
    private func turn(_ milliseconds: Int32) throws(MQTTFailure) {
        try connection.checkAttempt()
        try connection.turn(milliseconds)
        try readAnswers(connection.arrivals)
    }

    /// - Throws: what the broker refuses.
    private func readAnswers(_ arrivals: Inbox) throws(MQTTFailure) {
        defer {
            arrivals.acknowledgements.removeAll()
            arrivals.subscriptionAnswers.removeAll()
        }
        for answer in arrivals.subscriptionAnswers {
            let filter = subscriptions.removeValue(forKey: answer.packet) ?? ""
            granted[filter] = answer.reason
            guard answer.reason >= 128 else { continue }
            throw refused("subscribing to \(filter)", .read, filter, answer.reason)
        }
        for answer in arrivals.acknowledgements {
            guard let topic = unanswered.removeValue(forKey: answer.packet), answer.reason >= 128 else {
                continue
            }
            throw refused("publishing to \(topic)", .write, topic, answer.reason)
        }
    }

    private func refused(_ call: String, _ access: AccessLine.Access, _ topic: String, _ reason: Int32)
        -> MQTTFailure
    {
        let code = ReasonCode(reason)
        let reason = AccessLine.refusal(access, topic, code, settings.options)
        return MQTTFailure(call, reason: reason, code: code)
    }
}
