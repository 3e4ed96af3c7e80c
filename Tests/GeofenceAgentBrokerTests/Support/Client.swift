@testable import geofence_agent
import MQTT

/// A client of the broker that publishes at QoS 1 and collects what it has subscribed to.
final class Client {
    /// A message that came in.
    struct Message: Hashable {
        var topic: String
        var payload: String
        var isRetained = false
    }

    /// What was waited for didn't come.
    struct TimeOut: Error, CustomStringConvertible {
        var what: String
        var messages: [Message]
        var description: String {
            let last = messages.suffix(12).map { "\n  \($0.topic) \($0.payload)" }.joined()
            return "no \(what) in time; the last of \(messages.count) messages:\(last)"
        }
    }

    private(set) var messages: [Message] = []
    /// What the broker answered to the last publish; 135: not allowed.
    private(set) var lastReason: Int32 = 0
    private let settings: MQTTSettings
    private var connection: Connection
    private var unanswered: Set<Int32> = []

    /// Connects and waits for the greeting.
    ///
    /// `change` is for what else it needs: a user, TLS.
    init(
        port: Int,
        id: String,
        cleanStart: Bool = true,
        _ change: (inout MQTTSettings) -> Void = { _ in }
    ) throws {
        var settings = MQTTSettings(host: "127.0.0.1")
        settings.port = port
        settings.clientId = id
        settings.sessionExpiry = cleanStart ? 0 : 3600
        change(&settings)
        self.settings = settings
        connection = try Self.connect(settings, cleanStart)
    }

    private static func connect(_ settings: MQTTSettings, _ cleanStart: Bool) throws -> Connection {
        let connection = try Connection(settings.options, cleanStart: cleanStart)
        try connection.connect()
        let deadline = Clock.uptime + 60_000
        while connection.arrivals.connAck == nil {
            guard Clock.uptime < deadline else { throw TimeOut(what: "greeting", messages: []) }
            try connection.turn(20)
        }
        return connection
    }

    /// Connects anew to the session that the broker has kept.
    func reconnect() throws {
        connection = try Self.connect(settings, false)
        unanswered = []
    }

    /// Reads and writes what there is, or waits a little.
    func turn(_ milliseconds: Int32 = 10) throws {
        try connection.turn(milliseconds)
        take()
    }

    private func take() {
        let arrivals = connection.arrivals
        for answer in arrivals.acknowledgements {
            unanswered.remove(answer.packet)
            lastReason = answer.reason
        }
        arrivals.acknowledgements.removeAll()
        for message in arrivals.messages {
            messages.append(
                Message(
                    topic: String(decoding: arrivals.bytes[message.topic], as: UTF8.self),
                    payload: String(decoding: arrivals.bytes[message.payload], as: UTF8.self),
                    isRetained: message.isRetained
                )
            )
        }
        arrivals.clearMessages()
    }

    /// Goes on until a condition holds.
    ///
    /// - Throws: `TimeOut` when it doesn't within some seconds.
    func wait(for what: String, within seconds: Int64 = 60, until isDone: (Client) throws -> Bool) throws {
        let deadline = Clock.uptime + seconds * 1000
        while try !isDone(self) {
            guard Clock.uptime < deadline else { throw TimeOut(what: what, messages: messages) }
            try turn()
        }
    }

    /// Subscribes, and waits until the broker has answered and what it has retained has come.
    func subscribe(_ filter: String, retained: Connection.RetainHandling = .always) throws {
        try connection.subscribe(filter, retained: retained)
        try catchUp()
    }

    /// Waits until all has come that the broker has for this client by now: a message to itself stands behind
    /// it.
    func catchUp() throws {
        let marker = "marker/\(settings.clientId)/\(messages.count)"
        try connection.subscribe(marker)
        _ = try connection.publish(marker, [], retained: false)
        var (looked, isThere) = (messages.count, false)
        while !isThere {
            // Of a crowd very much may come before it: the limit counts from the last that came.
            try wait(for: "message to itself") { $0.messages.count > looked }
            isThere = messages[looked...].contains { $0.topic == marker }
            looked = messages.count
        }
        try connection.unsubscribe(marker)
        messages.removeAll { $0.topic == marker }
    }

    /// Subscribes without waiting for the answer: for clients that the broker lets publish nothing.
    func ask(for filter: String) throws { try connection.subscribe(filter, retained: .always) }

    /// Publishes a request of MQTT 5 that wants its answer on a topic.
    func request(_ topic: String, _ payload: String, answer: String) throws {
        let packet = try connection.publish(
            topic,
            Array(payload.utf8),
            retained: false,
            correlation: [1],
            responseTopic: answer
        )
        unanswered.insert(packet)
        try flush()
    }

    /// Publishes and goes on; `flush` waits for the answers.
    func send(_ topic: String, _ payload: String, retained: Bool = false, qos: Int32 = 1) throws {
        let packet = try connection.publish(topic, Array(payload.utf8), retained: retained, qos: qos)
        if qos > 0 { unanswered.insert(packet) }
    }

    /// Waits until all that was published has gone to the broker.
    func awaitWritten() throws {
        try wait(for: "room on the way to the broker") { !$0.connection.wantsToWrite }
    }

    /// Publishes bytes that are no text.
    func send(_ topic: String, bytes: [UInt8]) throws {
        unanswered.insert(try connection.publish(topic, bytes, retained: false))
    }

    /// How many publishes have no answer yet.
    var unansweredCount: Int { unanswered.count }

    /// Waits for the answers to all publishes.
    func flush() throws {
        try wait(for: "answer to \(unanswered.count) publishes") { $0.unanswered.isEmpty }
    }

    /// Publishes and waits for the answer.
    func publish(_ topic: String, _ payload: String, retained: Bool = false) throws {
        try send(topic, payload, retained: retained)
        try flush()
    }

    /// Publishes a retained message of MQTT 5 with correlation data.
    func publish(_ topic: String, _ payload: String, correlation: String) throws {
        let packet = try connection.publish(
            topic,
            Array(payload.utf8),
            retained: true,
            correlation: Array(correlation.utf8)
        )
        unanswered.insert(packet)
        try flush()
    }

    /// Publishes where a device is, on the depot's meridian; `time` is in seconds since 1970.
    func move(_ device: String, _ latitude: Double, at time: Int) throws {
        try publish("fleet/\(device)/location", #"{"lat":\#(latitude),"lon":13.4,"tst":\#(time)}"#)
    }

    /// Waits for the first message, from an index on, whose topic and payload fit.
    @discardableResult
    func message(_ topic: String, containing part: String = "", after start: Int = 0) throws -> Message {
        func found() -> Message? {
            messages[min(start, messages.count)...].first { $0.topic == topic && $0.payload.contains(part) }
        }
        try wait(for: "\(topic) with \(part)") { _ in found() != nil }
        guard let message = found() else { throw TimeOut(what: topic, messages: messages) }
        return message
    }

    /// Forgets what has come so far.
    func forget() { messages.removeAll() }
}
