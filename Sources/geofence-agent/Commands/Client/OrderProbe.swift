import CLibrary
import MQTT

/// Tries in which order a broker sends again what had no answer when the connection was lost: before what is
/// newer, or behind it.
///
/// It has a session of its own for that, which it ends.
struct OrderProbe {
    private let settings: MQTTSettings
    private let topic: String
    private let clientID = "geofence-agent-order-\(getpid())"

    /// Milliseconds in which a broker sends again what it sends again at once.
    private static let patience: Int64 = 2000
    /// Seconds for which the session is kept, where the probe does not come to its end.
    private static let expiry = 60

    init(_ settings: MQTTSettings, topic: String) { (self.settings, self.topic) = (settings, topic) }

    /// Whether the order is kept; nil where what was published did not come, so that nothing can be said.
    func keepsOrder() throws(MQTTFailure) -> Bool? {
        // Of a probe that did not come to its end.
        end()
        defer { end() }
        let publisher = try BrokerClient(settings)
        defer { publisher.close() }
        guard try receive(publisher) else { return nil }
        // The connection is gone, without a goodbye, and the answers with it.
        try publish(publisher, 2...2)
        let next = try BrokerClient(settings, session: kept)
        defer { next.close() }
        var found: [UInt8] = []
        let deadline = Clock.uptime + Self.patience
        while found.count < 3, Clock.uptime < deadline {
            try next.pause(milliseconds: 20)
            for message in try next.messages() where message.topic == topic && message.payload.count == 1 {
                if !found.contains(message.payload[0]) { found.append(message.payload[0]) }
            }
        }
        return found == [0, 1, 2]
    }

    /// Receives two messages on a connection that then is lost; says whether both came.
    private func receive(_ publisher: BrokerClient) throws(MQTTFailure) -> Bool {
        let first = try BrokerClient(settings, session: kept)
        try first.subscribe(topic)
        try first.settleSubscriptions()
        try publish(publisher, 0...1)
        return try first.unanswered(2, within: Self.patience).count == 2
    }

    private func publish(_ publisher: BrokerClient, _ numbers: ClosedRange<UInt8>) throws(MQTTFailure) {
        for number in numbers { try publisher.publish(topic, [number]) }
        try publisher.flush()
    }

    /// Taken up by the first connection, too: in MQTT 3.1.1 one that begins anew ends with it.
    private var kept: BrokerClient.Session { .init(clientID: clientID, expiry: Self.expiry, isResumed: true) }

    /// Ends the session.
    private func end() {
        let session = BrokerClient.Session(clientID: clientID, expiry: 0, isResumed: false)
        (try? BrokerClient(settings, session: session))?.close()
    }
}
