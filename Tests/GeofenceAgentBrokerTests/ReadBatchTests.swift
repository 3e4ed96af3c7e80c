import Testing

@testable import MQTT
@testable import geofence_agent

extension BrokerTests {
    /// What the agent reads before it keeps and acknowledges.
    @Suite struct ReadBatchTests {
        /// A connection with a broker, and when to give it up.
        private func connected(to broker: FakeBroker) throws -> (connection: Connection, deadline: Int64) {
            var settings = MQTTSettings(host: "127.0.0.1")
            settings.port = broker.port
            settings.clientId = "reader"
            let connection = try Connection(settings.options, requests: "ask/")
            try connection.connect()
            let deadline = Clock.uptime + 60_000
            while connection.arrivals.connAck == nil, Clock.uptime < deadline { try connection.turn(20) }
            return (connection, deadline)
        }

        /// Three costly requests in one batch would be acknowledged only after the last; a broker that hangs
        /// up meanwhile sends all three again, and again.
        @Test func `a batch ends with the first request in it`() throws {
            let broker = FakeBroker()
            let (connection, deadline) = try connected(to: broker)
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

        /// So many bytes as were waited for before don't come.
        @Test func `what is held back is waited for to its first byte, and read with the rest`() throws {
            let broker = FakeBroker()
            let (connection, deadline) = try connected(to: broker)
            broker.send("a", "")
            while connection.arrivals.messageCount == 0, Clock.uptime < deadline {
                connection.wait(20)
                _ = try connection.read(upTo: 256)
            }
            connection.wake(atBytes: 16_384)
            broker.send("b", "")
            connection.waitForInput(atMost: 10_000)
            #expect(connection.lowWater == 1)
            _ = try connection.read(upTo: 256)
            #expect(connection.arrivals.messageCount == 2)
            broker.close()
            connection.waitForInput(atMost: 10_000)
            #expect(throws: MQTTFailure.self) { _ = try connection.read(upTo: 256) }
        }
    }
}
