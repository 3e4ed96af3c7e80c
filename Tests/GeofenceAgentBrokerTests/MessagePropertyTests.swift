import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// What is said beside messages in MQTT 5, as mosquitto's own client sees it.
    @Suite struct MessagePropertyTests {
        private let site: Site
        private let client: Client

        init() throws {
            // Its log says who subscribes to what.
            site = try Site(settings: ["log_type all"])
            client = try site.client()
            try client.subscribe("geofence/#")
        }

        /// Content type, format indicator and expiry of the messages on a topic, in the order in which they
        /// came.
        private func properties(of topic: String, _ count: Int, during body: () throws -> Void) throws
            -> [String]
        {
            let file = site.path("seen")
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/bash")
            process.arguments = [
                "-c",
                "exec mosquitto_sub -V 5 -q 1 -p \(site.broker.port) -t '\(topic)' -C \(count) -W 20 -F '%C %F %E' > '\(file)'",
            ]
            let before = site.broker.log.ranges(of: " 1 \(topic)\n").count
            try process.runWithAllSignals()
            while site.broker.log.ranges(of: " 1 \(topic)\n").count == before { usleep(10_000) }
            try body()
            process.awaitEnd()
            return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
        }

        private func move(_ latitude: Double, _ second: Int) throws {
            try client.publish(
                "fleet/van/location",
                #"{"lat":\#(latitude),"lon":13.4,"acc":5,"tst":\#(1_760_000_000 + second)}"#
            )
        }

        private func crossing() throws {
            try move(52.6, 0)
            try move(52.5, 60)
        }

        @Test(arguments: [("", "3600"), (#", "topics": { "eventExpiry": 60 }"#, "60")])
        func `events count for a time, and statuses always`(_ more: String, _ expiry: String) throws {
            try site.configure(more: more)
            let agent = try site.connectedAgent(client)
            let events = try properties(of: "geofence/event/#", 1) { try crossing() }
            #expect(events == ["application/json 1 \(expiry)"])
            let statuses = try properties(of: "geofence/status/van/depot", 1) {}
            #expect(statuses == ["application/json 1 "])
            #expect(try properties(of: "geofence/agent/state", 1) {} == ["text/plain 1 "])
            let answers = try properties(of: "geofence/response/#", 1) {
                try client.publish("geofence/request/device/list", "{}")
            }
            #expect(answers == ["application/json 1 "])
            let states = try properties(of: "geofence/agent/state", 2) { agent.kill() }
            #expect(states == ["text/plain 1 ", "text/plain 1 "])
        }

        @Test func `events can count for ever`() throws {
            try site.configure(more: #", "topics": { "eventExpiry": 0 }"#)
            let agent = try site.connectedAgent(client)
            #expect(try properties(of: "geofence/event/#", 1) { try crossing() } == ["application/json 1 "])
            #expect(agent.stop() == 0)
        }

        @Test func `a client that was away for longer does not get the event`() throws {
            try site.configure(more: #", "topics": { "eventExpiry": 2 }"#)
            let agent = try site.connectedAgent(client)
            try move(52.6, 0)
            try client.message("geofence/device/van", containing: "52.6")
            do {
                let away = try site.client("away", cleanStart: false)
                try away.subscribe("geofence/event/#")
            }
            try move(52.5, 60)
            try client.message("geofence/event/van/depot", containing: #""event":"enter""#)
            usleep(3_500_000)
            let away = try site.client("away", cleanStart: false)
            try move(52.6, 120)
            try away.message("geofence/event/van/depot", containing: #""event":"exit""#)
            #expect(away.messages.allSatisfy { !$0.payload.contains(#""event":"enter""#) })
            #expect(agent.stop() == 0)
        }

        @Test func `an event that has waited for the broker counts for as much less`() throws {
            let broker = FakeBroker(
                .init(pubAck: { topic, connection in
                    topic.contains("/event/") && connection == 1 ? .withheld : .reason(0)
                })
            )
            try site.configure(
                port: broker.port,
                more: #", "topics": { "eventExpiry": 60 }"#,
                mqtt: #", "answerTimeout": 3"#
            )
            let agent = try site.agent()
            #expect(broker.wait { $0.subscriptions.contains("geofence/agent/state") }, "\(agent.text)")
            broker.enterDepot("van")
            func expiries(_ seen: FakeBroker.Seen) -> [Int] {
                seen.messages.filter { $0.topic == "geofence/event/van/depot" }.map { message in
                    // Format indicator, content type of 16 bytes, expiry.
                    message.properties.suffix(4).reduce(0) { $0 << 8 | Int($1) }
                }
            }
            #expect(broker.wait(within: 60) { expiries($0).count == 2 }, "\(agent.text)")
            let found = expiries(broker.seen)
            #expect(found.first == 60)
            #expect((50...58).contains(found.last ?? 0), "\(found)")
            #expect(agent.stop() == 0)
        }
    }
}
