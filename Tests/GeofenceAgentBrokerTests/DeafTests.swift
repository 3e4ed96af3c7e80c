import CLibrary
import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// Subscriptions that are refused, and clusters whose members come and go.
    @Suite(.long) struct DeafTests {
        private let site: Site

        init() throws { site = try Site() }

        @Test func `asks again for a subscription that was refused, and is not ready meanwhile`() throws {
            let broker = FakeBroker(
                .init(subAck: { filter, count in filter.hasPrefix("fleet/") && count < 3 ? 0x87 : 1 })
            )
            let port = SilentServer(.refuses).port
            try site.configure(port: broker.port, more: #", "http": { "port": \#(port) }"#)
            let agent = try site.agent()
            #expect(agent.waitForLog("the broker refuses a subscription"), "\(agent.text)")
            #expect(
                broker.wait { $0.subscriptions.filter { $0 == "fleet/+/location" }.count == 2 },
                "\(agent.text)"
            )
            #expect(
                HTTPAnswer(port: port, "/readyz").body
                    == "the broker refuses a subscription: fleet/+/location\n"
            )
            #expect(
                broker.wait { $0.subscriptions.filter { $0 == "fleet/+/location" }.count == 4 },
                "\(agent.text)"
            )
            #expect(agent.waitForLog("the broker has taken all subscriptions"), "\(agent.text)")
            let deadline = Clock.uptime + 60_000
            while HTTPAnswer(port: port, "/readyz").status != 200, Clock.uptime < deadline { usleep(100_000) }
            #expect(HTTPAnswer(port: port, "/readyz").status == 200)
            #expect(broker.seen.connections == 1)
            #expect(agent.text.ranges(of: "the broker refuses a subscription").count == 1)
            #expect(agent.stop() == 0)
        }

        @Test func `asks again for its own state where that is refused, and is not ready meanwhile`() throws {
            let state = "geofence/agent/state"
            let broker = FakeBroker(.init(subAck: { $0 == state && $1 < 3 ? 0x87 : 1 }))
            let port = SilentServer(.refuses).port
            try site.configure(port: broker.port, more: #", "http": { "port": \#(port) }"#)
            let agent = try site.agent()
            #expect(broker.wait { $0.subscriptions.count { $0 == state } == 3 }, "\(agent.text)")
            #expect(
                HTTPAnswer(port: port, "/readyz").body == "the broker refuses a subscription: \(state)\n"
            )
            #expect(agent.waitForLog("the broker has taken all subscriptions"), "\(agent.text)")
            #expect(broker.seen.subscriptions.count { $0 == state } == 4)
            #expect(broker.seen.connections == 1)
            #expect(agent.stop() == 0)
        }

        @Test
        func `one of two asks again for what says of the other, and doesn't lead before it may hear it`()
            throws
        {
            let (lease, state) = ("geofence/agent/lease", "geofence/agent/a/state")
            let broker = FakeBroker(
                .init(subAck: { filter, count in
                    // The state is read at QoS 0 here, as this broker sends it.
                    filter == lease && count < 3 || filter == state && count < 1 ? 0x80 : 0
                })
            )
            try site.configure(port: broker.port, more: #","standby":{"id":"a","lease":1}"#)
            let agent = try site.agent()
            try accompany(broker)
            #expect(broker.wait { $0.messages.contains { $0.topic == lease } }, "\(agent.text)")
            #expect(broker.seen.subscriptions.count { $0 == lease } == 4)
            let qos = broker.seen.askedQoS.filter { $0.key.hasPrefix("geofence/agent/") }
            let signs = [lease: 0, "geofence/agent/state": 0, "geofence/agent/+/state": 0] as [String: UInt8]
            #expect(qos == signs.merging([state: 1, "geofence/agent/a/echo": 1]) { $1 })
            #expect(broker.seen.subscriptions.count { $0 == state } == 2)
            #expect(agent.stop() == 0)
        }

        @Test func `goes to the next host where a subscription stays refused`() throws {
            let broker = FakeBroker(.init(subAck: { filter, _ in filter.hasPrefix("fleet/") ? 0x87 : 1 }))
            try configure(hosts: [broker.port, site.broker.port])
            let agent = try site.agent()
            #expect(agent.waitForLog("127.0.0.1:\(site.broker.port)", within: 60), "\(agent.text)")
            let client = try site.client()
            try client.subscribe("geofence/#")
            try client.message("geofence/agent/state", containing: "online")
            #expect(agent.stop() == 0)
        }

        @Test func `one of two asks again for the copy of its state, and doesn't lead before it has come`()
            throws
        {
            let (lease, state) = ("geofence/agent/lease", "geofence/agent/a/state")
            let broker = FakeBroker(
                .init(subAck: { _, _ in 0 }, sendsCopy: { filter, count in filter != state || count > 0 })
            )
            try site.configure(port: broker.port, more: #","standby":{"id":"a","lease":1}"#)
            let agent = try site.agent()
            try accompany(broker)
            #expect(broker.wait(within: 8) { $0.messages.contains { $0.topic == lease } }, "\(agent.text)")
            #expect(broker.seen.subscriptions.count { $0 == state } == 2)
            #expect(agent.stop() == 0)
        }

        @Test func `one of two goes to the next host where its session stands still`() throws {
            let echo = "geofence/agent/a/echo"
            let broker = FakeBroker(.init(subAck: { _, _ in 0 }))
            try configure(hosts: [broker.port, site.broker.port], more: #","standby":{"id":"a","lease":1}"#)
            let agent = try site.agent()
            try accompany(broker)
            #expect(broker.wait(within: 60) { $0.messages.contains { $0.topic == echo } }, "\(agent.text)")
            broker.send(echo, broker.seen.messages.last { $0.topic == echo }?.payload ?? "")
            #expect(agent.waitForLog("127.0.0.1:\(site.broker.port)", within: 60), "\(agent.text)")
            #expect(agent.text.contains("the session stands still"), "\(agent.text)")
            #expect(broker.seen.connections == 1)
            #expect(agent.stop() == 0)
        }

        @Test func `one of two that needs another will stays with its broker`() throws {
            let broker = FakeBroker(.init(subAck: { _, _ in 0 }))
            try configure(hosts: [broker.port, site.broker.port], more: #","standby":{"id":"a","lease":1}"#)
            let agent = try site.agent()
            #expect(broker.wait { $0.connections == 2 }, "\(agent.text)")
            #expect(agent.stop() == 0)
        }

        @Test func `tries the hosts in their order, and the next where one is gone`() throws {
            let (gone, next) = (SilentServer(.refuses), FakeBroker())
            try configure(hosts: [gone.port, next.port, site.broker.port])
            let agent = try site.agent()
            #expect(next.wait { $0.connections == 1 }, "\(agent.text)")
            next.close()
            #expect(agent.waitForLog("broker=127.0.0.1:\(site.broker.port)"), "\(agent.text)")
            #expect(agent.stop() == 0)
        }

        @Test func `gives a message up with which the broker hangs up again and again`() throws {
            let broker = FakeBroker(
                .init(pubAck: { topic, _ in topic == "geofence/event/van/depot" ? .hangUp : .reason(0) })
            )
            try site.configure(port: broker.port)
            let agent = try site.agent()
            #expect(broker.wait { $0.subscriptions.contains("geofence/agent/state") }, "\(agent.text)")
            broker.enterDepot("van")
            #expect(
                agent.waitForLog("the broker ends the connection for this topic", within: 60),
                "\(agent.text)"
            )
            var count = 0
            #expect(
                broker.wait { seen in
                    // What comes between two connections is lost.
                    let place = count.isMultiple(of: 2) ? 52.6 : 52.5
                    let time = 1_760_000_000 + count
                    broker.send("fleet/bus/location", #"{"lat":\#(place),"lon":13.4,"tst":\#(time)}"#)
                    count += 1
                    return seen.messages.contains { $0.topic == "geofence/event/bus/depot" }
                },
                "\(agent.text)"
            )
            #expect(agent.stop() == 0)
        }

        /// Says of the other of a pair that it is there, so that the first needs no other will.
        private func accompany(_ broker: FakeBroker) throws {
            try #require(broker.wait { $0.subscriptions.contains("geofence/agent/a/state") })
            broker.send("geofence/agent/b/state", "online")
        }

        private func configure(hosts ports: [Int], more: String = "") throws {
            try site.configure(more: more)
            let text = try String(contentsOfFile: site.path("agent.json"), encoding: .utf8)
            let hosts = ports.map { "\"127.0.0.1:\($0)\"" }.joined(separator: ", ")
            let one = "\"host\": \"127.0.0.1\", \"port\": \(site.broker.port)"
            try site.write(
                text.replacingOccurrences(of: one, with: "\"hosts\": [\(hosts)]"),
                to: "agent.json"
            )
        }
    }
}
