import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// What strangers may send: it is counted under its reason, and good messages around it count as if it
    /// weren't there.
    @Suite struct BadInputTests {
        /// A message, and the reason under which it is counted.
        struct Bad: Sendable {
            var reason: String
            var topic = "fleet/van/location"
            var payload: [UInt8]

            init(_ reason: String, _ payload: String, on topic: String = "fleet/van/location") {
                self.init(reason, bytes: Array(payload.utf8), on: topic)
            }

            init(_ reason: String, bytes: [UInt8], on topic: String = "fleet/van/location") {
                self.reason = reason
                self.payload = bytes
                self.topic = topic
            }
        }

        private static let good = #"{"lat":52.5,"lon":13.4,"tst":1760000060}"#

        private static let catalogue: [Bad] = [
            // The payload as a whole.
            Bad("empty", ""), Bad("shape", "null"), Bad("shape", "[]"), Bad("shape", "5"),
            Bad("shape", "true"),
            Bad("json", #"{"lat":1,"#), Bad("json", "{}x"),
            Bad("json", #"{"lat":1,"lon":2}{"lat":1,"lon":2}"#),
            Bad("json", bytes: Array(good.utf8) + [0, 0, 0]),
            Bad("json", bytes: good.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), 0] }),
            Bad("json", bytes: good.utf16.flatMap { [0, UInt8(truncatingIfNeeded: $0)] }),
            Bad(
                "json",
                bytes: Array(#"{"name":""#.utf8) + [0xFF, 0xFE] + Array(#"","lat":1,"lon":2}"#.utf8)
            ),
            Bad("json", bytes: Array(#"{"name":""#.utf8) + [0x0A] + Array(#"","lat":1,"lon":2}"#.utf8)),
            Bad("json", #"{"name":"\ud800","lat":1,"lon":2}"#),
            Bad("json", bytes: [0x1F, 0x8B, 0x08, 0, 0, 0]),
            Bad("json", String(repeating: "[", count: 600)),
            Bad("size", String(repeating: "[", count: 100_000)),
            Bad("size", #"{"lat":"# + String(repeating: "1", count: 70_000) + "}"),
            // Numbers.
            Bad("json", #"{"lat":NaN,"lon":2}"#), Bad("json", #"{"lat":-Infinity,"lon":2}"#),
            Bad("json", #"{"lat":1e400,"lon":2}"#), Bad("json", #"{"lat":1,5,"lon":2}"#),
            Bad("json", #"{"lat":0x10,"lon":2}"#), Bad("json", #"{"lat":+1,"lon":2}"#),
            Bad("json", #"{"lat":01,"lon":2}"#), Bad("range", #"{"lat":1e308,"lon":2}"#),
            Bad("range", #"{"lat":90.0000001,"lon":2}"#), Bad("range", #"{"lat":-91,"lon":2}"#),
            Bad("range", #"{"lat":1,"lon":180.5}"#), Bad("range", #"{"lat":1,"lon":360}"#),
            Bad("range", #"{"lat":120,"lon":52}"#), Bad("range", #"{"lat":1,"lon":2,"acc":-1}"#),
            Bad("type", #"{"lat":true,"lon":2}"#), Bad("missing", #"{"lat":null,"lon":2}"#),
            Bad("missing", #"{"lat":1}"#), Bad("missing", #"{"lat":null,"lon":null}"#),
            // Times.
            Bad("time", #"{"lat":1,"lon":2,"tst":0}"#), Bad("time", #"{"lat":1,"lon":2,"tst":-5}"#),
            Bad("time", #"{"lat":1,"lon":2,"tst":100000000}"#),
            Bad("time", #"{"lat":1,"lon":2,"time":"yesterday"}"#),
            Bad("range", #"{"lat":1,"lon":2,"tst":1e30}"#),
            Bad("range", #"{"lat":1,"lon":2,"tst":9223372036854775808}"#),
            // Positions too vague for the fences.
            Bad("inaccurate", #"{"lat":52.5,"lon":13.4,"acc":1000000000,"tst":1760000061}"#),
            // Messages that are about something else.
            Bad("type", #"{"_type":"lwt","tst":1760000060}"#),
            Bad("type", #"{"_type":"transition","lat":1,"lon":2,"tst":1760000060}"#),
            Bad("type", #"{"_type":"encrypted","data":"x"}"#), Bad("type", "{}"),
            Bad("type", #"{"battery":80,"uptime":5}"#),
            // Devices that no topic may name.
            Bad("id", good, on: "fleet//location"), Bad("id", good, on: "fleet/\u{202e}van/location"),
            Bad("id", good, on: "fleet/\u{200b}/location"),
            Bad("id", good, on: "fleet/\(String(repeating: "x", count: 129))/location"),
        ]

        @Test func `counts each under its reason and goes on`() throws {
            let site = try Site()
            let (agent, client) = try site.start()
            try client.publish("fleet/van/location", #"{"lat":52.6,"lon":13.4,"tst":1760000000}"#)
            for (index, bad) in Self.catalogue.enumerated() {
                try client.send(bad.topic, bytes: bad.payload)
                try client.send("fleet/good\(index)/location", Self.good)
                try client.flush()
            }
            try client.publish("fleet/van/location", #"{"lat":52.5,"lon":13.4,"tst":1760000062}"#)
            try client.message("geofence/event/van/depot", containing: "08:54:22.000Z")

            let statistics = try client.statistics(of: agent)
            let expected = Dictionary(grouping: Self.catalogue, by: \.reason).mapValues(\.count)
            let rejected = (statistics["rejected"] as? [String: Int])?.filter { $0.value > 0 }
            #expect(rejected == expected)
            #expect(statistics["received"] as? Int == 2 + 2 * Self.catalogue.count)
            #expect(statistics["accepted"] as? Int == 2 + Self.catalogue.count)
            #expect(client.messages.filter { $0.topic.contains("/event/") }.count == 1)
            let devices = Set(client.messages.filter { $0.topic.contains("/device/") }.map(\.topic))
            #expect(devices.count == 1 + Self.catalogue.count)
            #expect(agent.stop() == 0)
        }

        @Test func `a position that the broker has kept, without a time, says nothing of now`() throws {
            let site = try Site()
            try site.configure()
            let client = try site.client()
            try client.subscribe("geofence/#")
            try client.publish("fleet/van/location", #"{"lat":52.5,"lon":13.4}"#, retained: true)
            let agent = try site.agent()
            try client.message("geofence/agent/state", containing: "online")
            try client.publish("fleet/van/location", #"{"lat":52.6,"lon":13.4}"#)
            try client.message("geofence/status/van/depot", containing: "outside")
            let statistics = try client.statistics(of: agent)
            #expect((statistics["rejected"] as? [String: Int])?["time"] == 1)
            #expect(!client.messages.contains { $0.topic.contains("/event/") })
            agent.stop()
        }

        @Test func `messages without a time count all, however many come at once`() throws {
            let site = try Site()
            let (agent, client) = try site.start()
            let (inside, outside) = (#"{"lat":52.5,"lon":13.4}"#, #"{"lat":52.6,"lon":13.4}"#)
            for payload in [outside, inside, outside, inside, outside, inside] {
                try client.send("fleet/van/location", payload)
            }
            for network in ["Other", "Guest", "", "Guest", "", "Guest"] {
                try client.send("home/van/wifi", network)
            }
            try client.flush()
            try client.message("geofence/event/van/depot", containing: #""seq":5"#)
            try client.message("geofence/event/van/guest", containing: #""seq":5"#)
            #expect(try client.statistics(of: agent)["duplicates"] as? Int == 0)
            agent.stop()
        }

        @Test func `a broker that takes only small packets gets what it can`() throws {
            let site = try Site(settings: ["max_packet_size 300"])
            let (agent, client) = try site.start()
            try client.publish("fleet/van/location", #"{"lat":52.6,"lon":13.4,"tst":1760000000}"#)
            try client.publish("fleet/van/location", #"{"lat":52.5,"lon":13.4,"tst":1760000060}"#)
            try client.message("geofence/device/van", containing: "depot")
            #expect(agent.waitForLog("geofence/agent/stats"))
            #expect(!agent.text.contains("retry"), "\(agent.text)")
            #expect(agent.stop() == 0)
        }

        @Test func `a stamp far ahead of its arrival is taken as of arrival, and counted`() throws {
            let site = try Site()
            let (agent, client) = try site.start()
            try client.publish("fleet/van/location", #"{"lat":52.6,"lon":13.4,"tst":4070908800}"#)
            try client.publish("fleet/van/location", #"{"lat":52.5,"lon":13.4}"#)
            try client.message("geofence/event/van/depot", containing: "enter")
            #expect(try client.statistics(of: agent)["clamped"] as? Int == 1)
            agent.stop()
        }
    }
}
