import CLibrary
import CMosquitto
import Foundation
import Testing

@testable import geofence_agent
@testable import MQTT

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
            settings.readsAhead = true
            settings.protocol = version
            return settings
        }

        private func connect(
            _ version: MQTTProtocol,
            readsAhead: Bool = false,
            dropping topic: String? = nil,
            will: Connection.Will? = nil
        ) throws -> Connection {
            let connection = try Connection(settings(version).options, will: will)
            connection.arrivals.skips = topic.map { topic in { $0.elementsEqual(topic.utf8) } }
            try connection.connect()
            try wait(connection) { $0.arrivals.connAck != nil }
            if readsAhead { connection.readAhead() }
            return connection
        }

        private func wait(_ connection: Connection, writes: Bool = true, until isDone: (Connection) -> Bool)
            throws
        {
            let deadline = Clock.uptime + 60_000
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

        /// Ends a connection as a broken network does: the descriptor stays the library's, which closes it.
        private func cut(_ connection: Connection) { shutdown(connection.socket ?? -1, Int32(SHUT_RDWR)) }

        private func payloads(_ connection: Connection) -> [String] {
            let arrivals = connection.arrivals
            return arrivals.messages.map { String(decoding: arrivals.bytes[$0.payload], as: UTF8.self) }
        }

        @Test(arguments: MQTTProtocol.allCases, [false, true])
        func `a message that was read, but not answered, comes again on the next connection`(
            _ version: MQTTProtocol,
            readsAhead: Bool
        ) throws {
            try subscribed(version)
            let sender = try site.client()
            for number in 1...3 { try sender.publish("in", "\(number)") }

            let reader = try connect(version, readsAhead: readsAhead)
            try wait(reader, writes: false) { $0.arrivals.messages.count == 3 }
            #expect(reader.wantsToWrite)
            cut(reader)

            let next = try connect(version)
            try wait(next) { $0.arrivals.messages.count == 3 }
            #expect(payloads(next) == ["1", "2", "3"])
        }

        @Test(arguments: [false, true])
        func `a message that is dropped by its topic is counted, and acknowledged with the others`(
            readsAhead: Bool
        ) throws {
            try subscribed(.version5)
            let sender = try site.client()
            for number in 1...40 { try sender.publish("in", "\(number)") }

            let reader = try connect(.version5, readsAhead: readsAhead, dropping: "in")
            try wait(reader, writes: false) { $0.arrivals.messageCount == 40 }
            #expect(reader.arrivals.messages.isEmpty)
            #expect(reader.arrivals.skippedCount == 40)
            #expect(reader.arrivals.hasSkippedAwaited)
            #expect(reader.arrivals.isLastAwaited)
            #expect(reader.wantsToWrite)
            reader.arrivals.clearMessages()
            #expect(reader.arrivals.messageCount == 0)
            #expect(!reader.arrivals.hasSkippedAwaited)
            try reader.write()
            _ = try reader.publish("other", [], retained: false)
            try wait(reader) { !$0.arrivals.acknowledgements.isEmpty }
            cut(reader)

            let next = try connect(.version5)
            try sender.publish("in", "41")
            try wait(next) { !$0.arrivals.messages.isEmpty }
            #expect(payloads(next) == ["41"])
        }

        /// Whether the library hands a message over, or it is dropped before, must not be seen by the broker.
        @Test func `what is dropped and what is kept is acknowledged in the order in which it came`() throws {
            let broker = FakeBroker()
            var settings = settings(.version5)
            settings.port = broker.port
            let reader = try Connection(settings.options)
            reader.arrivals.skips = { $0.elementsEqual("in".utf8) }
            try reader.connect()
            try wait(reader) { $0.arrivals.connAck != nil }
            reader.readAhead()
            let topics = (1...200).map { $0 % 7 == 0 ? "kept" : "in" }
            broker.sendInOrder(on: topics)
            try wait(reader, writes: false) { $0.arrivals.messageCount == 200 }
            #expect(reader.arrivals.skippedCount == topics.count { $0 == "in" })
            #expect(payloads(reader) == topics.indices.filter { topics[$0] == "kept" }.map { "\($0)" })
            #expect(broker.seen.acknowledged.isEmpty)
            try reader.write()
            #expect(broker.wait { $0.acknowledged.count == 200 })
            #expect(broker.seen.acknowledged == Array(1...200))
        }

        /// Guards the hook below the library: what that has written is ours until we send it.
        @Test(arguments: MQTTProtocol.allCases)
        func `a message whose answer the library has written, and we have not sent, comes again`(
            _ version: MQTTProtocol
        ) throws {
            try subscribed(version)
            let reader = try connect(version, readsAhead: true)
            let sender = try site.client()
            for number in 1...3 { try sender.publish("in", "\(number)") }
            try wait(reader, writes: false) { $0.arrivals.messages.count == 3 }
            #expect(reader.readsAhead)
            let status = reader.library { mosquitto_loop_write(reader.client, 1) }
            #expect(status == MOSQ_ERR_SUCCESS.rawValue.signed)
            #expect(!mosquitto_want_write(reader.client))
            #expect(reader.wantsToWrite)
            cut(reader)

            let next = try connect(version)
            try wait(next) { $0.arrivals.messages.count == 3 }
            #expect(payloads(next) == ["1", "2", "3"])
        }

        @Test(arguments: MQTTProtocol.allCases)
        func `a goodbye leaves at once, behind what waits to be sent`(_ version: MQTTProtocol) throws {
            let sender = try site.client()
            for topic in ["will", "last"] { try sender.subscribe(topic) }
            let will = Connection.Will(topic: "will", payload: "gone")
            let leaver = try Connection(settings(version).options, will: will)
            try leaver.connect()
            try wait(leaver) { $0.arrivals.connAck != nil }
            leaver.readAhead()
            try leaver.subscribe("in")
            try wait(leaver) { !$0.arrivals.subscriptionAnswers.isEmpty }
            #expect(leaver.readsAhead)
            _ = try leaver.publish("last", Array("words".utf8), retained: false)
            try leaver.close()
            #expect(leaver.socket == nil)
            try sender.publish("will", "not gone")
            try sender.wait(for: "two messages") { $0.messages.count == 2 }
            #expect(sender.messages.map(\.payload) == ["words", "not gone"])
        }

        @Test(arguments: MQTTProtocol.allCases, [false, true])
        func `a message that was answered doesn't come again`(_ version: MQTTProtocol, readsAhead: Bool)
            throws
        {
            try subscribed(version)
            let sender = try site.client()
            try sender.publish("in", "1")

            let reader = try connect(version, readsAhead: readsAhead)
            try wait(reader, writes: false) { $0.arrivals.messages.count == 1 }
            try reader.write()
            #expect(!reader.wantsToWrite)
            _ = try reader.publish("other", [], retained: false)
            try wait(reader) { !$0.arrivals.acknowledgements.isEmpty }
            cut(reader)

            let next = try connect(version)
            try sender.publish("in", "2")
            try wait(next) { !$0.arrivals.messages.isEmpty }
            #expect(payloads(next) == ["2"])
        }

        /// The kernel resets a connection that is closed with something unread, and the broker, which is
        /// busy, would read nothing more of it.
        @Test(arguments: [false, true])
        func `what was answered before the end doesn't come again, whatever is left unread`(
            readsAhead: Bool
        ) throws {
            try subscribed(.version5)
            let sender = try site.client()
            try sender.subscribe("will")
            let will = Connection.Will(topic: "will", payload: "gone")
            let reader = try connect(.version5, readsAhead: readsAhead, will: will)
            for number in 1...3 { try sender.publish("in", "\(number)") }
            try wait(reader, writes: false) { $0.arrivals.messages.count == 3 }
            try sender.publish("in", "4")
            let broker = try #require(site.broker.process?.processIdentifier)
            kill(broker, SIGSTOP)
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { kill(broker, SIGCONT) }
            try reader.close(within: .seconds(60))

            let next = try connect(.version5)
            try wait(next) { !$0.arrivals.messages.isEmpty }
            #expect(payloads(next) == ["4"])
            try sender.publish("will", "not gone")
            try sender.wait(for: "a message") { !$0.messages.isEmpty }
            #expect(sender.messages.map(\.payload) == ["not gone"])
        }

        @Test func `a broker that reads nothing holds up no end`() throws {
            let reader = try connect(.version5)
            let broker = try #require(site.broker.process?.processIdentifier)
            kill(broker, SIGSTOP)
            defer { kill(broker, SIGCONT) }
            try reader.close(within: .milliseconds(100))
            #expect(reader.socket == nil)
        }
    }
}
