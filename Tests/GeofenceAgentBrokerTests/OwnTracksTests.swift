import Testing

@testable import geofence_agent

extension BrokerTests {
    /// What is exchanged with the OwnTracks apps.
    @Suite final class OwnTracksTests {
        private let site: Site
        private let client: Client

        init() throws {
            site = try Site()
            client = try site.client()
            try client.subscribe("geofence/agent/state")
            try client.subscribe("owntracks/#")
        }

        private func configure(_ settings: String, mqtt: String = "") throws {
            try site.write(
                """
                { "mqtt": { "host": "127.0.0.1", "port": \(site.broker.port), "clientId": "agent"\(mqtt) },
                  "sources": [ { "topic": "owntracks/{user}/{device}", "device": "{user}-{device}", "format": "owntracks" } ],
                  "fences": [ { "id": "depot", "latitude": 52.5, "longitude": 13.4, "radius": 150 } ],
                  "owntracks": { \(settings) }, "store": { "path": "\(site.path("agent.sqlite"))" } }
                """,
                to: "agent.json"
            )
        }

        private func start() throws -> AgentProcess {
            let count = client.messages.count
            let agent = try site.agent()
            try client.message("geofence/agent/state", containing: "online", after: count)
            return agent
        }

        private func locate(inside: Bool, _ stamp: Int) throws {
            try client.publish(
                "owntracks/jo/phone",
                #"{"_type":"location","lat":\#(inside ? 52.5 : 52.6),"lon":13.4,"acc":8,"tst":\#(stamp)}"#
            )
        }

        private func told(_ level: String) -> [String] {
            client.messages.filter { $0.topic == "owntracks/jo/phone/\(level)" }.map(\.payload)
        }

        @Test func `a kill after each message loses no transition, and makes up none`() throws {
            try configure(#""transitions": true"#)
            var agent = try start()
            try locate(inside: false, 1_760_000_000)
            let expected = (1...8).map { round in
                #"{"_type":"transition","event":"\#(round % 2 == 1 ? "enter" : "leave")","desc":"depot","rid":"depot","wtst":1377772701,"tst":\#(1_760_000_000 + round * 60),"lat":\#(round % 2 == 1 ? 52.5 : 52.6),"lon":13.4,"acc":8,"tid":"ne","t":"l"}"#
            }
            for round in 1...8 {
                try locate(inside: round % 2 == 1, 1_760_000_000 + round * 60)
                // Every other time the broker has the message and the agent maybe not.
                if round % 2 == 0 { try client.wait(for: "it") { _ in self.told("event").count >= round } }
                agent.kill()
                agent = try start()
            }
            try client.wait(for: "all of them") { _ in Set(self.told("event")).count >= expected.count }
            var seen: Set<String> = []
            #expect(told("event").filter { seen.insert($0).inserted } == expected)
            agent.stop()
        }

        @Test func `a phone's waypoint is a fence, and its circles are sent once`() throws {
            try configure(#""transitions": true, "waypoints": true, "setWaypoints": true"#)
            let agent = try start()
            try locate(inside: false, 1_760_000_000)
            try client.message("owntracks/jo/phone/cmd", containing: #""rid":"depot""#)
            try client.publish(
                "owntracks/jo/phone/waypoints",
                #"{"_type":"waypoints","waypoints":[{"_type":"waypoint","desc":"Home","lat":52.5,"lon":13.4,"rad":50,"tst":1700000000,"rid":"9ac21f"}]}"#
            )
            try locate(inside: true, 1_760_000_060)
            try client.message(
                "owntracks/jo/phone/event",
                containing: #""desc":"Home","rid":"9ac21f","wtst":1700000000"#
            )
            agent.kill()
            let again = try start()
            try locate(inside: false, 1_760_000_120)
            try client.wait(for: "both") { _ in
                self.told("event").filter { $0.contains("leave") }.count == 2
            }
            #expect(told("cmd").count == 1)
            try client.publish(
                "geofence/request/fence/set",
                #"{"id":"yard","latitude":52.7,"longitude":13.4,"radius":99}"#
            )
            try client.message("owntracks/jo/phone/cmd", containing: #""rid":"yard""#)
            #expect(told("cmd").count == 2)
            #expect(again.stop() == 0)
        }

        @Test func `with the access list that is shipped phones can do their part, and no more`() throws {
            let accounts = Accounts(site: site)
            let broker = try accounts.broker(["agent", "dashboard", "jo", "al"], access: Accounts.shipped)
            let file = try site.writeSecret("agent", to: "password")
            try configure(
                #""transitions": true, "waypoints": true, "setWaypoints": true"#,
                mqtt: #", "username": "agent", "passwordFile": "\#(file)""#
            )
            let dashboard = try site.user("dashboard")
            try dashboard.ask(for: "geofence/#")
            try dashboard.ask(for: "owntracks/+/+/event")
            let agent = try site.agent()
            try dashboard.message("geofence/agent/state", containing: "online")
            let phone = try site.user("jo")
            try phone.ask(for: "owntracks/jo/phone/cmd")
            for (latitude, stamp) in [(52.6, 1_760_000_000), (52.5, 1_760_000_060)] {
                try phone.publish(
                    "owntracks/jo/phone",
                    #"{"_type":"location","lat":\#(latitude),"lon":13.4,"tst":\#(stamp)}"#
                )
            }
            try phone.message("owntracks/jo/phone/cmd", containing: "depot")
            try dashboard.message("owntracks/jo/phone/event", containing: "enter")
            try phone.publish(
                "owntracks/jo/phone/waypoint",
                #"{"_type":"waypoint","desc":"Home","lat":52.5,"lon":13.4,"rad":50,"rid":"a"}"#
            )
            #expect(phone.lastReason < 128)
            try dashboard.message("geofence/device/jo-phone", containing: "waypoint-")
            for level in ["event", "cmd"] {
                try phone.publish("owntracks/jo/phone/\(level)", "{}")
                #expect(phone.lastReason == 135)
            }
            let other = try site.user("al")
            try other.publish("owntracks/jo/phone/waypoints", #"{"_type":"waypoints","waypoints":[]}"#)
            #expect(other.lastReason == 135)
            #expect(agent.stop() == 0)
            #expect(!agent.text.contains("refuse"), "\(agent.text)")
            withExtendedLifetime(broker) {}
        }
    }
}
