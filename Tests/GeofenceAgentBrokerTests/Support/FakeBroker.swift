import CLibrary
import Foundation
import Synchronization

@testable import geofence_agent

/// A broker on a free loopback port that answers as a test wants it to: withholds, refuses, grants less.
///
/// It keeps no session. Of what is retained it sends the copy to whoever subscribes to that very topic.
final class FakeBroker: Sendable {
    /// How it answers.
    struct Manner: Sendable {
        /// What is said to CONNECT, given how many there were before.
        var connAck: @Sendable (_ connection: Int) -> Reply = { _ in Reply() }
        /// The code of SUBACK, given how often the filter was asked for before.
        var subAck: @Sendable (_ filter: String, _ count: Int) -> UInt8? = { _, _ in 1 }
        /// Whether it sends what it retains, given how often the filter was asked for before.
        var sendsCopy: @Sendable (_ filter: String, _ count: Int) -> Bool = { _, _ in true }
        /// The answer to a PUBLISH on the connection of a number, from 1 on.
        var pubAck: @Sendable (_ topic: String, _ connection: Int) -> PubAck = { _, _ in .reason(0) }
        /// Whether pings are answered.
        var answersPings = true
    }

    /// What CONNACK says.
    struct Reply: Sendable {
        var reason: UInt8 = 0
        var properties: [UInt8] = []
    }

    /// What PUBACK says, if anything.
    enum PubAck: Sendable {
        case reason(UInt8)
        case withheld
        case hangUp
    }

    /// A PUBLISH that came.
    struct Message: Hashable {
        var topic, payload: String
        var qos: UInt8
        var isRetained: Bool
        var connection: Int
        /// The properties as they came, without their length.
        var properties: [UInt8] = []
    }

    /// What has come.
    struct Seen {
        var connections = 0
        /// The flags of each CONNECT.
        var connectFlags: [UInt8] = []
        var messages: [Message] = []
        /// The packets that were acknowledged.
        var acknowledged: [UInt16] = []
        var subscriptions: [String] = []
        /// The QoS that was asked for last with each filter.
        var askedQoS: [String: UInt8] = [:]
        var retained: [String: String] = [:]
        /// Packets on the newest connection whose answers are withheld.
        var withheld: [[UInt8]] = []
        /// How many pings have come.
        var pings = 0
        /// What is still to come of messages that were sent in part.
        fileprivate var rest: [UInt8] = []
    }

    let port: Int
    private let manner: Manner
    private let server: Int32
    private let state = Mutex(Seen())
    /// The newest connection, as long as it is open: its number then goes to another socket of the process.
    ///
    /// Apart from what has come: who sends more than the agent reads must not hold up who reads.
    private let newest = Mutex<Int32>(-1)

    init(_ manner: Manner = Manner()) {
        self.manner = manner
        let listener = LoopbackListener()
        (server, port) = (listener.descriptor, listener.port)
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// What has come by now.
    var seen: Seen { state.withLock { $0 } }

    /// Waits until what has come is as wanted.
    func wait(within seconds: Double = 60, until isDone: (Seen) -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while !isDone(seen) {
            guard Date() < deadline else { return false }
            usleep(20_000)
        }
        return true
    }

    /// Sends a message at QoS 0 on the newest connection.
    func send(_ topic: String, _ payload: String, isRetained: Bool = false) {
        send(Self.publish(topic, payload, isRetained))
    }

    /// Sends a request with user properties, and a topic for its answer, at QoS 0 on the newest connection.
    func request(_ topic: String, _ payload: String, answer: String, properties: [(String, String)]) {
        let list = [0x08] + Self.field(answer) + Self.userProperties(properties)
        send(Self.publish(topic, payload, false, list))
    }

    /// Sends messages at QoS 0 on the newest connection, in one segment where they are short.
    func send(_ messages: [(topic: String, payload: String)]) {
        send(messages.flatMap { Self.publish($0.topic, $0.payload, false) })
    }

    /// Sends messages at QoS 0 on the newest connection, but for so many bytes at their end.
    func send(_ messages: [(topic: String, payload: String)], lacking count: Int) {
        let bytes = messages.flatMap { Self.publish($0.topic, $0.payload, false) }
        send(bytes.dropLast(count))
        state.withLock { $0.rest = bytes.suffix(count) }
    }

    /// Sends the bytes that are lacking.
    func sendRest() {
        send(state.withLock { $0.rest })
    }

    /// Sends messages at QoS 1 on the newest connection, with packet ids from 1 on.
    func sendInOrder(on topics: [String]) {
        for (index, topic) in topics.enumerated() {
            send(Self.publish(topic, "\(index)", false, packet: UInt16(index + 1)))
        }
    }

    private func send(_ bytes: [UInt8]) {
        newest.withLock { if $0 >= 0 { write(bytes, to: $0) } }
    }

    /// Answers what it has withheld answers to.
    func answerWithheld() {
        let packets = state.withLock { seen in
            defer { seen.withheld = [] }
            return seen.withheld
        }
        for packet in packets { send([0x40, 2] + packet) }
    }

    /// Sends two positions of a device: out of the depot, and in it.
    func enterDepot(_ device: String) {
        for (index, latitude) in [52.6, 52.5].enumerated() {
            let stamp = 1_760_000_000 + index
            send("fleet/\(device)/location", #"{"lat":\#(latitude),"lon":13.4,"tst":\#(stamp)}"#)
        }
    }

    /// Takes no more connections, and ends the newest.
    func close() {
        shutdown(server, Int32(SHUT_RDWR))
        newest.withLock { if $0 >= 0 { shutdown($0, Int32(SHUT_RDWR)) } }
    }

    private func acceptAll() {
        while true {
            let client = accept(server, nil, nil)
            guard client >= 0 else { break }
            Thread.detachNewThread { [self] in
                serve(client)
                end(client)
            }
        }
        // Here, so that nobody waits on its number when another socket has it.
        CLibrary.close(server)
    }

    private func end(_ client: Int32) {
        newest.withLock { newest in
            if newest == client { newest = -1 }
            CLibrary.close(client)
        }
    }

    private func serve(_ client: Int32) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        var connection = 0
        while true {
            while let packet = Self.packet(&bytes) {
                guard answer(packet, client, &connection) else { return }
            }
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            bytes += buffer[..<count]
        }
    }

    /// Answers a packet; says whether the connection goes on.
    private func answer(_ packet: (kind: UInt8, body: [UInt8]), _ client: Int32, _ connection: inout Int)
        -> Bool
    {
        let body = packet.body
        switch packet.kind >> 4 {
        case 1:
            newest.withLock { $0 = client }
            connection = state.withLock { seen in
                seen.connections += 1
                seen.connectFlags.append(body[7])
                return seen.connections
            }
            let reply = manner.connAck(connection - 1)
            let rest = [0, reply.reason, UInt8(reply.properties.count)] + reply.properties
            write([0x20, UInt8(rest.count)] + rest, to: client)
            return reply.reason == 0
        case 3: return answerPublish(packet.kind, body, client, connection)
        case 4: state.withLock { $0.acknowledged.append(UInt16(body[0]) << 8 | UInt16(body[1])) }
        case 8:
            let (filter, end) = Self.text(body, 3)
            let (count, copy) = state.withLock { seen in
                seen.subscriptions.append(filter)
                seen.askedQoS[filter] = body[end] & 3
                return (seen.subscriptions.filter { $0 == filter }.count - 1, seen.retained[filter])
            }
            guard let code = manner.subAck(filter, count) else { return true }
            write([0x90, 4] + body[..<2] + [0, code], to: client)
            if let copy, manner.sendsCopy(filter, count) {
                write(Self.publish(filter, copy, true), to: client)
            }
        case 10: write([0xB0, 4] + body[..<2] + [0, 0], to: client)
        case 12:
            state.withLock { $0.pings += 1 }
            if manner.answersPings { write([0xD0, 0], to: client) }
        case 14: return false
        default: break
        }
        return true
    }

    private func answerPublish(_ kind: UInt8, _ body: [UInt8], _ client: Int32, _ connection: Int) -> Bool {
        let qos = kind >> 1 & 3
        let (topic, end) = Self.text(body, 0)
        // Properties of the agent's messages are shorter than 128 bytes.
        let start = end + (qos > 0 ? 2 : 0)
        let payload = String(decoding: body[(start + 1 + Int(body[start]))...], as: UTF8.self)
        let isRetained = kind & 1 == 1
        state.withLock { seen in
            seen.messages.append(
                Message(
                    topic: topic,
                    payload: payload,
                    qos: qos,
                    isRetained: isRetained,
                    connection: connection,
                    properties: Array(body[(start + 1)..<(start + 1 + Int(body[start]))])
                )
            )
            if isRetained { seen.retained[topic] = payload.isEmpty ? nil : payload }
        }
        switch manner.pubAck(topic, connection) {
        case .withheld:
            if qos > 0 { state.withLock { $0.withheld.append(Array(body[end..<end + 2])) } }
            return true
        case .hangUp: return false
        case .reason(let reason):
            if qos > 0 { write([0x40, 3] + body[end..<end + 2] + [reason], to: client) }
            return true
        }
    }

    /// Takes a whole packet off the front.
    private static func packet(_ bytes: inout [UInt8]) -> (kind: UInt8, body: [UInt8])? {
        var (length, shift, index) = (0, 0, 1)
        while true {
            guard index < bytes.count else { return nil }
            length |= Int(bytes[index] & 127) << shift
            index += 1
            if bytes[index - 1] < 128 { break }
            shift += 7
        }
        guard bytes.count >= index + length else { return nil }
        defer { bytes.removeFirst(index + length) }
        return (bytes[0], Array(bytes[index..<index + length]))
    }

    private static func text(_ body: [UInt8], _ start: Int) -> (text: String, end: Int) {
        let end = start + 2 + (Int(body[start]) << 8 | Int(body[start + 1]))
        return (String(decoding: body[(start + 2)..<end], as: UTF8.self), end)
    }

    /// User properties as packets have them.
    static func userProperties(_ pairs: [(String, String)]) -> [UInt8] {
        pairs.reduce(into: []) { $0 += [0x26] + field($1.0) + field($1.1) }
    }

    /// A text as packets have it.
    private static func field(_ text: String) -> [UInt8] {
        [UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 255)] + Array(text.utf8)
    }

    private static func publish(
        _ topic: String,
        _ payload: String,
        _ isRetained: Bool,
        _ properties: [UInt8] = [],
        packet: UInt16? = nil
    ) -> [UInt8] {
        precondition(properties.count < 128)
        let id = packet.map { [UInt8($0 >> 8), UInt8($0 & 255)] } ?? []
        let body = field(topic) + id + [UInt8(properties.count)] + properties + Array(payload.utf8)
        precondition(body.count < 16384)
        let flags: UInt8 = (isRetained ? 1 : 0) | (packet == nil ? 0 : 2)
        return [0x30 | flags, UInt8(body.count & 127 | 128), UInt8(body.count >> 7)] + body
    }

    private func write(_ bytes: [UInt8], to client: Int32) {
        _ = CLibrary.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
