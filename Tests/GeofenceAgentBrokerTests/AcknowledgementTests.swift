import Glibc
import Testing

@testable import geofence_agent
import MQTT

extension BrokerTests {
    /// Guards what "nothing lost" rests on, a detail of the library: reading sends no acknowledgement, only
    /// writing does.
    @Suite struct AcknowledgementTests {
        private let site: Site

        init() throws { site = try Site() }

        private func settings(_ version: MQTTProtocol) -> MQTTSettings {
            var settings = MQTTSettings(host: "127.0.0.1")
            settings.port = site.broker.port
            settings.clientId = "reader"
            settings.protocol = version
            return settings
        }

        private func connect(_ version: MQTTProtocol) throws -> Connection {
            let connection = try Connection(settings(version).options)
            try connection.connect()
            try wait(connection) { $0.arrivals.connAck != nil }
            return connection
        }

        private func wait(_ connection: Connection, writes: Bool = true, until isDone: (Connection) -> Bool)
            throws
        {
            let deadline = Clock.uptime + 10_000
            while !isDone(connection) {
                try #require(Clock.uptime < deadline, "nothing came")
                var descriptor = pollfd(fd: connection.socket ?? -1, events: Int16(POLLIN), revents: 0)
                if writes { try connection.write() }
                _ = poll(&descriptor, 1, 10)
                _ = try connection.read(upTo: 256)
            }
        }

        private func subscribed(_ version: MQTTProtocol) throws {
            let connection = try connect(version)
            try connection.subscribe("in")
            try connection.subscribe("marker")
            _ = try connection.publish("marker", [], retained: false)
            try wait(connection) { !$0.arrivals.messages.isEmpty }
            try connection.unsubscribe("marker")
            _ = try connection.publish("other", [], retained: false)
            try wait(connection) { $0.arrivals.acknowledgements.count == 2 }
        }

        private func payloads(_ connection: Connection) -> [String] {
            let arrivals = connection.arrivals
            return arrivals.messages.map { String(decoding: arrivals.bytes[$0.payload], as: UTF8.self) }
        }

        @Test(arguments: MQTTProtocol.allCases)
        func `a message that was read, but not answered, comes again on the next connection`(
            _ version: MQTTProtocol
        ) throws {
            try subscribed(version)
            let sender = try site.client()
            for number in 1...3 { try sender.publish("in", "\(number)") }

            let reader = try connect(version)
            try wait(reader, writes: false) { $0.arrivals.messages.count == 3 }
            #expect(reader.wantsToWrite)
            close(reader.socket ?? -1)

            let next = try connect(version)
            try wait(next) { $0.arrivals.messages.count == 3 }
            #expect(payloads(next) == ["1", "2", "3"])
        }

        @Test(arguments: MQTTProtocol.allCases)
        func `a message that was answered doesn't come again`(_ version: MQTTProtocol) throws {
            try subscribed(version)
            let sender = try site.client()
            try sender.publish("in", "1")

            let reader = try connect(version)
            try wait(reader, writes: false) { $0.arrivals.messages.count == 1 }
            try reader.write()
            #expect(!reader.wantsToWrite)
            _ = try reader.publish("other", [], retained: false)
            try wait(reader) { !$0.arrivals.acknowledgements.isEmpty }
            close(reader.socket ?? -1)

            let next = try connect(version)
            try sender.publish("in", "2")
            try wait(next) { !$0.arrivals.messages.isEmpty }
            #expect(payloads(next) == ["2"])
        }
    }
}
