import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// What happens with no message: a device's clock goes on from its last stamp, so that stamps of long ago
    /// serve as well as those of now.
    @Suite struct TimerTests {
        /// What a fence says beside its circle, and what a device tells that comes at 08:54:20 and then is
        /// silent.
        struct Case: CustomTestStringConvertible, Sendable {
            var keys: String
            var told: [String]
            var testDescription: String { keys }
        }

        private static func window(_ from: String, _ to: String) -> String {
            #""schedule": [{ "from": "\#(from)", "to": "\#(to)", "timezone": "UTC" }]"#
        }

        private static let came = ["outside", "inside", "enter position 08:54:20"]

        @Test(arguments: [
            Case(
                keys: #""expires": "2025-10-09T08:54:21Z""#,
                told: came + ["outside", "exit expired 08:54:21"]
            ),
            Case(keys: window("08:00", "08:54:21"), told: came + ["outside", "exit schedule 08:54:21"]),
            Case(
                keys: window("08:54:21", "09:00"),
                told: ["outside", "inside", "enter schedule 08:54:21"]
            ),
            Case(
                keys: window("08:00", "08:54:21") + #", "rules": { "exitAfter": 3600, "dwell": [1] }"#,
                told: came + ["outside", "exit schedule 08:54:21"]
            ),
            Case(keys: #""staleAfter": 1"#, told: came + ["unknown stale"]),
        ])
        func `a fence closes, opens and goes stale by the clock`(_ example: Case) throws {
            let site = try Site()
            let circle = #""id": "yard", "latitude": 52.5, "longitude": 13.4, "radius": 150"#
            try site.configure(fences: "[ { \(circle), \(example.keys) } ]")
            let client = try site.client()
            try client.subscribe("geofence/#")
            let agent = try site.connectedAgent(client)
            try client.send("fleet/van/location", #"{"lat":52.6,"lon":13.4,"tst":1760000000}"#)
            try client.message("geofence/status/van/yard", containing: "outside")
            try client.send("fleet/van/location", #"{"lat":52.5,"lon":13.4,"tst":1760000060}"#)
            try client.wait(for: example.told.joined(separator: ", ")) {
                try $0.told("van", "yard").count >= example.told.count
            }
            #expect(agent.stop() == 0)
            try client.message("geofence/agent/state", containing: "offline")
            let told = try client.told("van", "yard")
            #expect(told == example.told)
        }

        @Test func `a status that was stale goes on as the same visit`() throws {
            let site = try Site()
            try site.configure(more: #", "rules": { "staleAfter": 1 }"#)
            let client = try site.client()
            try client.subscribe("geofence/#")
            let agent = try site.connectedAgent(client)
            try client.send("fleet/van/location", #"{"lat":52.6,"lon":13.4,"tst":1760000000}"#)
            try client.send("fleet/van/location", #"{"lat":52.5,"lon":13.4,"tst":1760000060}"#)
            try client.message("geofence/status/van/depot", containing: "stale")
            try client.message("geofence/fence/depot", containing: #""count":0"#)
            agent.kill()
            let count = client.messages.count
            let second = try site.agent()
            try client.message("geofence/status/van/depot", containing: "stale", after: count)
            try client.send("fleet/van/location", #"{"lat":52.5001,"lon":13.4,"tst":1760000120}"#)
            let status = try client.message(
                "geofence/status/van/depot",
                containing: #""status":"inside","since":"2025-10-09T08:54:20.000Z""#,
                after: count
            )
            #expect(status.payload.contains(#""visit":"van/depot/2025-10-09T08:54:20.000Z""#))
            #expect(second.stop() == 0)
            #expect(Set(try client.told("van", "depot", ["event"])) == ["enter position 08:54:20"])
        }
    }
}
