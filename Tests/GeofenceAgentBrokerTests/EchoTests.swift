import Foundation
import GeofenceCore
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// How the clock of one of two agents waits for what it publishes to itself.
    @Suite(.long) struct EchoTests {
        private let site: Site
        private let start = Double(Clock.now.milliseconds) / 1000
        private static let own = "geofence/agent/a/echo"
        private static let among = "fleet/geofence-echo/location"
        private static let wifi = "home/geofence-echo/wifi"

        init() throws { site = try Site() }

        /// Starts one of two, which leads, in whose depot a device stands for less than a hold lasts.
        private func startHold(_ broker: FakeBroker, more: String = "") throws -> AgentProcess {
            let standby = #","standby":{"id":"a","lease":1\#(more)},"rules":{"enterAfter":0.1}"#
            try site.configure(port: broker.port, more: standby)
            let agent = try site.agent()
            try #require(broker.wait { $0.subscriptions.contains("geofence/agent/a/state") }, "\(agent.text)")
            // Where there is another, this one needs no other will.
            broker.send("geofence/agent/b/state", "online")
            broker.send(position("van", 52.6, -60).topic, position("van", 52.6, -60).payload)
            broker.send(position("van", 52.5, 0).topic, position("van", 52.5, 0).payload)
            return agent
        }

        /// Says where a device is, so many seconds after the start of the test.
        private func position(_ device: String, _ latitude: Double, _ seconds: Double) -> (
            topic: String, payload: String
        ) {
            let payload = #"{"lat":\#(latitude),"lon":13.4,"tst":\#(start + seconds)}"#
            return ("fleet/\(device)/location", payload)
        }

        private static func has(_ seen: FakeBroker.Seen, _ topic: String) -> Bool {
            seen.messages.contains { $0.topic == topic }
        }

        /// Has another device say by its stamps alone that it is inside, and waits for that.
        private func enterBus(_ broker: FakeBroker) -> Bool {
            broker.send([position("bus", 52.6, -60), position("bus", 52.5, -50), position("bus", 52.5, -40)])
            return broker.wait { Self.has($0, "geofence/event/bus/depot") }
        }

        @Test(arguments: [false, true])
        func `among positions the clock stands where the echo does, in one read too`(_ isLate: Bool) throws {
            let broker = FakeBroker(.init(subAck: { _, _ in 0 }))
            let agent = try startHold(broker, more: #","echo":"sources""#)
            #expect(broker.wait { Self.has($0, Self.among) }, "\(agent.text)")
            #expect(broker.wait { Self.has($0, Self.wifi) }, "\(agent.text)")
            let asked = broker.seen.messages.filter { $0.topic.contains("geofence-echo") }
            #expect(asked.map(\.topic) == [Self.among, Self.wifi])
            #expect(asked.allSatisfy { $0.qos == 1 && !$0.isRetained && $0.payload == asked[0].payload })
            broker.send(Self.wifi, asked[0].payload)
            #expect(!Self.has(broker.seen, "geofence/event/van/depot"))
            // This would break the hold, if it came before its end.
            let messages = [(Self.among, asked[0].payload), position("van", 52.6, 0.05)]
            broker.send(isLate ? messages : messages.reversed())
            #expect(enterBus(broker), "\(agent.text)")
            #expect(Self.has(broker.seen, "geofence/event/van/depot") == isLate)
            #expect(!Self.has(broker.seen, Self.own))
            #expect(agent.stop() == 0)
        }

        @Test(arguments: [("", own, own), (#","echo":"sources""#, among, "fleet/+/location")])
        func `timers wait while the broker refuses what they wait for, and run once it has come`(
            _ more: String,
            _ echo: String,
            _ filter: String
        ) throws {
            let broker = FakeBroker(.init(subAck: { $0 == filter && $1 < 3 ? 0x87 : 0 }))
            let agent = try startHold(broker, more: more)
            // The hold, and the second that it waits, are over before it is asked for the last time.
            let end = Clock.uptime + 1300
            #expect(
                broker.wait { $0.subscriptions.count { $0 == filter } == 3 && Clock.uptime > end },
                "\(agent.text)"
            )
            #expect(!Self.has(broker.seen, echo))
            #expect(broker.wait { Self.has($0, echo) }, "\(agent.text)")
            #expect(broker.seen.subscriptions.count { $0 == filter } == 4)
            #expect(!Self.has(broker.seen, "geofence/event/van/depot"))
            let asked = try #require(broker.seen.messages.last { $0.topic == echo })
            for topic in [echo, Self.wifi] { broker.send(topic, asked.payload) }
            #expect(broker.wait { Self.has($0, "geofence/event/van/depot") }, "\(agent.text)")
            #expect(agent.stop() == 0)
        }
    }
}
