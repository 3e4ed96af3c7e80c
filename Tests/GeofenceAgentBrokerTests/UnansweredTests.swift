import Synchronization
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// A broker that answers pings, sends positions, and doesn't acknowledge.
    @Suite(.long) struct UnansweredTests {
        private let site: Site

        init() throws { site = try Site() }

        @Test func `makes a new connection where a message has no answer`() throws {
            let broker = FakeBroker(
                .init(pubAck: { topic, connection in
                    connection == 1 && topic.hasPrefix("geofence/event/") ? .withheld : .reason(0)
                })
            )
            try site.configure(port: broker.port, mqtt: #", "answerTimeout": 1"#)
            let agent = try site.agent()
            #expect(broker.wait { $0.subscriptions.contains("geofence/agent/state") }, "\(agent.text)")
            broker.enterDepot("van")
            #expect(
                broker.wait { seen in
                    seen.messages.contains { $0.topic == "geofence/event/van/depot" && $0.connection == 2 }
                },
                "\(agent.text)"
            )
            #expect(agent.text.contains("no answer to a message within 1 s"), "\(agent.text)")
            #expect(broker.wait { $0.messages.contains { $0.payload.contains(#""unanswered":1"#) } })
            #expect(agent.stop() == 0)
        }

        @Test func `a status without an answer does not follow the newer one that has one`() throws {
            let topic = "geofence/status/van/depot"
            let isFirst = Mutex(true)
            let broker = FakeBroker(
                .init(pubAck: { sent, _ in
                    guard sent == topic else { return .reason(0) }
                    return isFirst.withLock { isFirst in
                        defer { isFirst = false }
                        return isFirst ? .withheld : .reason(0)
                    }
                })
            )
            try site.configure(port: broker.port, mqtt: #", "answerTimeout": 2"#)
            let agent = try site.agent()
            #expect(broker.wait { $0.subscriptions.contains("geofence/agent/state") }, "\(agent.text)")
            func hasSent(_ status: String, on connection: Int) -> Bool {
                broker.wait { seen in
                    seen.messages.contains {
                        $0.topic == topic && $0.connection == connection && $0.payload.contains(status)
                    }
                }
            }
            broker.send("fleet/van/location", #"{"lat":52.6,"lon":13.4,"tst":1760000000}"#)
            #expect(hasSent("outside", on: 1))
            broker.send("fleet/van/location", #"{"lat":52.5,"lon":13.4,"tst":1760000001}"#)
            #expect(hasSent("inside", on: 1))
            #expect(broker.wait { $0.messages.contains { $0.payload.contains(#""unanswered":1"#) } })
            broker.send("fleet/van/location", #"{"lat":52.6,"lon":13.4,"tst":1760000100}"#)
            #expect(hasSent("outside", on: 2))
            let again = broker.seen.messages.filter { $0.topic == topic && $0.connection == 2 }
            #expect(again.first { $0.payload.contains("08:53:20") } == nil, "what went before")
            #expect(agent.stop() == 0)
        }

        @Test func `waits longer and longer where nothing is ever acknowledged`() throws {
            let broker = FakeBroker(
                .init(pubAck: { topic, _ in topic.hasPrefix("geofence/agent/") ? .reason(0) : .withheld })
            )
            try site.configure(port: broker.port, mqtt: #", "answerTimeout": 1"#)
            let agent = try site.agent()
            #expect(broker.wait { $0.subscriptions.contains("geofence/agent/state") }, "\(agent.text)")
            broker.send("fleet/van/location", #"{"lat":52.5,"lon":13.4,"tst":1760000000}"#)
            // Steps of half a second, one, two and four at most, and each connection lasts for two.
            #expect(broker.wait(within: 60) { $0.connections >= 5 }, "\(agent.text)")
            let pauses = agent.text.matches(of: /retry[=:]"?([0-9.]+) s/).compactMap { Double($0.output.1) }
            #expect(pauses.last ?? 0 >= 1, "\(pauses)")
            #expect(agent.stop() == 0)
        }
    }
}
