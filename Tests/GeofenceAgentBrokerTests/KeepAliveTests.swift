import CLibrary
import Testing

@testable import geofence_agent
@testable import MQTT

extension BrokerTests {
    /// The answer to a ping may stand behind very many messages; here it never comes.
    @Suite(.long) struct KeepAliveTests {
        /// SERVER KEEP ALIVE: 7 s.
        private let broker = FakeBroker(
            .init(connAck: { _ in .init(properties: [0x13, 0, 7]) }, answersPings: false)
        )

        private func connect() throws -> Connection {
            var settings = MQTTSettings(host: "127.0.0.1")
            settings.port = broker.port
            settings.clientId = "listener"
            settings.readsAhead = true
            let connection = try Connection(settings.options)
            try connection.connect()
            let deadline = Clock.uptime + 60_000
            while connection.arrivals.connAck == nil, Clock.uptime < deadline { try connection.turn(20) }
            connection.limits = try #require(connection.arrivals.connAck).limits
            connection.readAhead()
            return connection
        }

        /// A message comes, and is read.
        private func hear(_ connection: Connection) throws {
            let (known, deadline) = (connection.arrivals.messageCount, Clock.uptime + 60_000)
            broker.send("in", "")
            while connection.arrivals.messageCount == known {
                try #require(Clock.uptime < deadline, "nothing came")
                connection.wait(20)
                _ = try connection.read(upTo: 1000)
            }
        }

        @Test func `a broker that sends messages is there, and one that sends none is not`() throws {
            let connection = try connect()
            let begun = Clock.uptime
            // Longer than until the library pings, and has waited for an answer.
            while Clock.uptime < begun + 18_000 {
                try hear(connection)
                try connection.keepAlive(at: Clock.uptime)
                try connection.write()
                connection.wait(250)
            }
            #expect(connection.readsAhead)
            #expect(broker.wait { $0.pings >= 3 }, "\(broker.seen.pings)")
            let failure = #expect(throws: MQTTFailure.self) {
                while Clock.uptime < begun + 90_000 {
                    try connection.keepAlive(at: Clock.uptime)
                    try connection.write()
                    connection.wait(250)
                    _ = try connection.read(upTo: 1000)
                }
            }
            #expect(failure?.reason.hasPrefix("no answer to a ping") == true, "\(failure as Any)")
            #expect(Clock.uptime < begun + 18_000 + 40_000)
        }

        @Test func `what is yet to be read may be an answer`() throws {
            let connection = try connect()
            try hear(connection)
            for _ in 1...2 { broker.send("in", "") }
            let begun = Clock.uptime
            // Longer than until the library pings, and has waited for an answer.
            while Clock.uptime < begun + 18_000 {
                try connection.keepAlive(at: Clock.uptime)
                try connection.write()
                usleep(250_000)
            }
            #expect(broker.wait { $0.pings >= 2 }, "\(broker.seen.pings)")
        }

        @Test func `the beginning of a packet is no sign, where it is read behind messages`() throws {
            let connection = try connect()
            try hear(connection)
            try connection.write()
            broker.send([("in", ""), ("in", "")], lacking: 3)
            let deadline = Clock.uptime + 60_000
            while connection.wire?.hasInput != true, Clock.uptime < deadline {
                connection.wait(20)
                _ = try connection.readBehind()
            }
            try #require(connection.readsBehind && connection.wire?.hasInput == true)
            for (uptime, isPinged) in [(1_000, true), (9_000, false), (17_000, false)] {
                try connection.keepAlive(at: Int64(uptime))
                #expect(connection.wantsToWrite == isPinged, "\(uptime)")
                try connection.write()
            }
        }

        @Test func `pings come as often as the broker wants a sign of life, while messages come`() throws {
            let connection = try connect()
            try hear(connection)
            try connection.write()
            for (uptime, isPinged) in [
                (1_000, true), (7_999, false), (8_000, true), (8_001, false), (15_000, true),
            ] {
                try hear(connection)
                try connection.keepAlive(at: Int64(uptime))
                #expect(connection.wantsToWrite == isPinged, "\(uptime)")
                try connection.write()
            }
        }
    }
}
