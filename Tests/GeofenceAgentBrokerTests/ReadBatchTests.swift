import MQTT
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// What the agent reads before it keeps and acknowledges.
    @Suite struct ReadBatchTests {
        /// Three costly requests in one batch would be acknowledged only after the last; a broker that hangs
        /// up meanwhile sends all three again, and again.
        @Test func `a batch ends with the first request in it`() throws {
            let broker = FakeBroker()
            var settings = MQTTSettings(host: "127.0.0.1")
            settings.port = broker.port
            settings.clientId = "reader"
            let connection = try Connection(settings.options, requests: "ask/")
            try connection.connect()
            let deadline = Clock.uptime + 60_000
            while connection.arrivals.connAck == nil, Clock.uptime < deadline { try connection.turn(20) }
            let topics = ["a", "ask/1", "b", "ask/2", "ask/3", "c", "d"]
            broker.send(topics.map { ($0, "") })
            var batches: [[String]] = []
            while batches.joined().count < topics.count, Clock.uptime < deadline {
                connection.wait(20)
                _ = try connection.read(upTo: 256)
                let arrivals = connection.arrivals
                batches.append(
                    arrivals.messages.map { String(decoding: arrivals.bytes[$0.topic], as: UTF8.self) }
                )
                arrivals.clearMessages()
            }
            #expect(Array(batches.joined()) == topics)
            #expect(batches.allSatisfy { $0.dropLast().allSatisfy { !$0.hasPrefix("ask/") } }, "\(batches)")
        }
    }
}
