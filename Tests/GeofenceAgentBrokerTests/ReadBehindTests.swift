import Testing

@testable import MQTT
@testable import geofence_agent

extension BrokerTests {
    /// Answers that stand behind messages for which there is no room.
    @Suite struct ReadBehindTests {
        private let broker = FakeBroker()
        private let connection: Connection
        private let deadline = Clock.uptime + 60_000

        init() throws {
            var settings = MQTTSettings(host: "127.0.0.1")
            settings.port = broker.port
            settings.clientId = "reader"
            connection = try Connection(settings.options, requests: "ask/")
            try connection.connect()
            while connection.arrivals.connAck == nil, Clock.uptime < deadline { try connection.turn(20) }
            connection.readAhead()
            // The library is to have read something through the wire.
            try publish()
            while answers == 0, Clock.uptime < deadline { try connection.turn(20) }
            connection.arrivals.acknowledgements = []
        }

        private var answers: Int { connection.arrivals.acknowledgements.count }

        private func publish() throws {
            _ = try connection.publish("out", [], retained: false)
            try connection.write()
        }

        /// Reads behind messages until there is an answer, or nothing more to be read.
        private func readBehind() throws -> Connection.Behind {
            var news = Connection.Behind.nothing
            while answers == 0, Clock.uptime < deadline {
                connection.wait(20)
                news = try connection.readBehind()
                if case .blocked = news { break }
            }
            return news
        }

        /// The topics of as many messages as are read.
        private func read(_ count: Int) throws -> [String] {
            _ = try connection.read(upTo: count)
            defer { connection.arrivals.clearMessages() }
            let arrivals = connection.arrivals
            return arrivals.messages.map { String(decoding: arrivals.bytes[$0.topic], as: UTF8.self) }
        }

        @Test func `they are read, and the messages come later in their order, acknowledged only then`()
            throws
        {
            let topics = (0..<2000).map { "t\($0)" }
            broker.sendInOrder(on: topics)
            try publish()
            _ = try readBehind()
            #expect(answers == 1)
            #expect(connection.arrivals.messageCount == 0)
            try connection.write()
            #expect(connection.readsBehind && !connection.hasInput)
            #expect(broker.seen.acknowledged.isEmpty)
            broker.send("last", "")
            var seen = try read(3)
            #expect(seen == ["t0", "t1", "t2"])
            try connection.write()
            #expect(broker.wait { $0.acknowledged == [1, 2, 3] })
            try publish()
            while answers < 2, Clock.uptime < deadline {
                connection.wait(20)
                seen += try read(0)
            }
            #expect(answers == 2 && connection.readsBehind, "answers are read before all messages are")
            while seen.count <= topics.count, Clock.uptime < deadline {
                connection.wait(0)
                seen += try read(256)
                try connection.write()
            }
            #expect(seen == topics + ["last"])
            #expect(!connection.readsBehind)
            #expect(broker.wait { $0.acknowledged.map(Int.init) == Array(1...topics.count) })
        }

        @Test func `a request stands in the way, with all behind it`() throws {
            broker.send([("a", ""), ("ask/1", ""), ("b", "")])
            try publish()
            guard case .blocked = try readBehind() else {
                Issue.record("not blocked")
                return
            }
            #expect(answers == 0)
            var seen: [String] = []
            while seen.count < 3, Clock.uptime < deadline {
                connection.wait(20)
                seen += try read(1)
            }
            #expect(seen == ["a", "ask/1", "b"])
        }

        @Test(arguments: [(true, 100, 640), (true, 20, 1), (false, 100, 1)] as [(Bool, Int, Int32)])
        func `where more is to leave than the broker takes, nothing gathers, or what is to be acknowledged`(
            _ wantAnswers: Bool,
            _ fullWindow: Int,
            _ waterWhenFull: Int32
        ) throws {
            let (doorbell, uptime) = (Doorbell(), Clock.uptime)
            var scheduler = Scheduler(.process)
            for step in 1...300 {
                scheduler.coalescer.note(messages: 10, wantAnswers: wantAnswers, uptime + Int64(step))
            }
            for (fullWindow, water) in [(0, wantAnswers ? 640 : 16_384), (fullWindow, waterWhenFull)] {
                let wait = Scheduler.Wait(
                    mailbox: doorbell.descriptor,
                    connection: connection,
                    fullWindow: fullWindow,
                    until: uptime
                )
                scheduler.wait(for: wait, atMost: 0, uptime)
                #expect(connection.lowWater == water)
            }
        }

        @Test func `the end of the connection is met`() throws {
            broker.send([("a", ""), ("b", "")])
            broker.close()
            #expect(throws: MQTTFailure.self) { _ = try readBehind() }
        }
    }
}
