internal import CLibrary
internal import MQTT

/// What holds for a connection, whatever the broker sends: the first byte says how it begins, the others are
/// what comes.
enum PacketProperties {
    /// How a connection begins, as bits of the first byte.
    private struct Start: OptionSet {
        let rawValue: UInt8
        /// The agent speaks MQTT 3.1.1.
        static let old = Start(rawValue: 1)
        /// The broker greets as it should.
        static let greets = Start(rawValue: 2)
        /// The agent subscribes and publishes.
        static let talks = Start(rawValue: 4)
        /// What comes is in two parts.
        static let pauses = Start(rawValue: 8)
    }

    private static let requests = "geofence/request/"
    /// CONNACK: welcome, no session.
    private static let greeting: (old: [UInt8], new: [UInt8]) = ([0x20, 2, 0, 0], [0x20, 3, 0, 0, 0])

    /// What is read before the library sees it lies within the bytes, wherever a packet is thought to begin.
    private static func checkHeld(_ bytes: [UInt8], _ version: MQTTProtocol) throws(Finding) {
        for start in bytes.indices.prefix(64) {
            let rest = Array(bytes[start...])
            let parts = rest.withUnsafeBytes { bytes in
                HeldMessage(bytes, version).map { ($0.size, $0.topic.count + ($0.payload?.count ?? 0)) }
            }
            guard let (size, length) = parts else { continue }
            try require(size <= rest.count && length < size, "a message of \(size) bytes in \(rest.count)")
        }
    }

    static func check(_ bytes: [UInt8]) throws(Finding) {
        guard let first = bytes.first else { return }
        let (start, hostile) = (Start(rawValue: first), Array(bytes.dropFirst()))
        let isOld = start.contains(.old)
        try checkHeld(hostile, isOld ? .version311 : .version5)
        let greeting = start.contains(.greets) ? isOld ? greeting.old : greeting.new : []
        // The library ends the process at such a packet: see SECURITY.md.
        guard isOld || !PacketWalk(greeting + hostile).meetsUnknownProperty else { return }
        let broker = try LoopbackBroker.shared()
        var options = ClientOptions(
            BrokerAddress(host: "127.0.0.1", port: Int(broker.port)),
            clientId: "fuzz"
        )
        options.protocol = isOld ? .version311 : .version5
        let link: FuzzedLink
        do throws(MQTTFailure) {
            link = try FuzzedLink(options, requests)
        } catch { throw Finding("no connection to begin with: \(error)") }
        let peer = try broker.accept()
        defer { peer.close() }
        let pause = start.contains(.pauses) ? hostile.count / 2 : hostile.count
        do throws(MQTTFailure) {
            try link.turn()
            if !greeting.isEmpty {
                peer.send(greeting[...])
                try link.turn()
            }
            if start.contains(.talks) { try link.talk() }
            peer.send(hostile[..<pause])
            try link.turn()
            peer.send(hostile[pause...])
            try link.turn()
            peer.finish()
            for _ in 0..<64 { try link.turn() }
        } catch {
            try require(!"\(error)".isEmpty && !error.reason.isEmpty, "a failure without a word")
        }
        try link.checkArrivals()
    }
}

/// A connection of the agent, with what it has sent.
final class FuzzedLink {
    private let connection: Connection
    private let requests: [UInt8]
    private var published: Set<Int32> = []
    private var finding: Finding?

    init(_ options: ClientOptions, _ requests: String) throws(MQTTFailure) {
        self.requests = Array(requests.utf8)
        let will = Connection.Will(topic: "geofence/agent/state", payload: "offline")
        connection = try Connection(options, will: will, requests: requests)
        try connection.connect()
    }

    /// Reads and writes what there is, as the agent's loop does.
    func turn() throws(MQTTFailure) {
        if !connection.wasGreeted {
            try connection.checkAttempt()
            try connection.write()
        }
        for _ in 0..<64 {
            let mayHaveMore = try connection.read(upTo: 16)
            note { () throws(Finding) in try checkMessages() }
            connection.arrivals.clearMessages()
            if let connAck = connection.arrivals.connAck {
                connection.arrivals.connAck = nil
                connection.wasGreeted = true
                connection.limits = connAck.limits
                note { () throws(Finding) in try Self.check(connAck.limits) }
            }
            guard mayHaveMore else { break }
        }
        try connection.write()
        try connection.misc()
    }

    /// Subscribes and publishes, so that there is something to answer.
    func talk() throws(MQTTFailure) {
        try connection.subscribe("fleet/+/location")
        try connection.subscribe("geofence/request/#", asPublished: true)
        for number in 0..<3 {
            published.insert(
                try connection.publish("geofence/event/van/yard", [UInt8(number)], retained: number == 1)
            )
        }
        try connection.write()
    }

    private func note(_ body: () throws(Finding) -> Void) {
        do throws(Finding) { try body() } catch { finding = finding ?? error }
    }

    /// A message lies in the bytes that came, and is not longer than may be kept.
    private func checkMessages() throws(Finding) {
        let arrivals = connection.arrivals
        for message in arrivals.messages {
            let parts = [
                message.topic, message.payload, message.responseTopic, message.correlation,
                message.userProperties,
            ]
            for part in parts {
                try require(
                    part.lowerBound >= 0 && part.upperBound <= arrivals.bytes.count,
                    "\(part) of \(arrivals.bytes.count) bytes"
                )
            }
            try require(
                message.payload.count == message.length || message.payload.isEmpty,
                "\(message.payload.count) bytes are kept of \(message.length)"
            )
            try require(
                !arrivals.bytes[message.topic].contains(0),
                "a topic with a byte 0"
            )
            let properties = arrivals.bytes[message.userProperties]
            try require(
                UserProperties(bytes: properties).bytes.elementsEqual(properties),
                "user properties that are none, or too many"
            )
            let topic = arrivals.bytes[message.topic]
            try require(
                message.isRequest == (topic.starts(with: requests) && topic.count > requests.count),
                "what is a request and what isn't"
            )
        }
    }

    private static func check(_ limits: BrokerLimits) throws(Finding) {
        try require((0...1).contains(limits.maximumQoS), "QoS \(limits.maximumQoS)")
        try require((limits.receiveMaximum ?? 1) >= 0 && (limits.packetSize ?? 1) >= 0, "\(limits)")
        for meaning in limits.meanings(asked: 86_400) {
            try require(!meaning.text.isEmpty, "a limit without a word")
        }
    }

    /// Only what was published is answered.
    func checkArrivals() throws(Finding) {
        if let finding { throw finding }
        try checkMessages()
        for answer in connection.arrivals.acknowledgements {
            try require(
                published.contains(answer.packet),
                "packet \(answer.packet) is answered, and was not sent"
            )
        }
        try require(connection.arrivals.libraryErrors.count <= 4, "too many errors are kept")
    }
}
