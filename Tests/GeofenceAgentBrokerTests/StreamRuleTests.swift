import Foundation
import GeofenceCore
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// What is asked of a device's messages before any fence looks at them: stamps, places that can be, their
    /// order.
    @Suite struct StreamRuleTests {
        /// A fix: a latitude on the depot's meridian, and seconds after 08:53:20.
        typealias Step = (latitude: Double, second: Int)

        private static let base = 1_760_000_000
        private let site: Site
        private let client: Client

        init() throws {
            site = try Site()
            client = try site.client()
            try client.subscribe("geofence/#")
        }

        private func start(rules: String = "") throws -> AgentProcess {
            try configure(rules)
            return try site.connectedAgent(client)
        }

        private func configure(_ rules: String) throws {
            try site.configure(more: rules.isEmpty ? "" : #", "rules": { \#(rules) }"#)
        }

        private func send(_ device: String, latitude: Double, longitude: Double = 13.4, _ time: Int) throws {
            try client.send(
                "fleet/\(device)/location",
                #"{"lat":\#(latitude),"lon":\#(longitude),"tst":\#(time)}"#
            )
        }

        private func send(_ device: String, _ steps: [Step]) throws {
            for step in steps { try send(device, latitude: step.latitude, Self.base + step.second) }
        }

        /// Waits until the agent has so many messages; gives what it has counted.
        private func statistics(of agent: AgentProcess, received count: Int) throws -> [String: Any] {
            var statistics: [String: Any] = [:]
            try client.wait(for: "count of \(count) messages") { client in
                statistics = try client.statistics(of: agent)
                return statistics["received"] as? Int == count
            }
            return statistics
        }

        private func rejected(_ statistics: [String: Any]) -> [String: Int] {
            (statistics["rejected"] as? [String: Int] ?? [:]).filter { $0.value > 0 }
        }

        // MARK: Stamps

        /// A stamp's distance from now, the one that the event shows, and how many were put right.
        struct Rollover: Sendable {
            var weeks: Int
            var days: Int
            var shown: Int
            var count: Int
        }

        @Test(arguments: [
            Rollover(weeks: -1024, days: 0, shown: 0, count: 2),
            Rollover(weeks: -1024, days: -29, shown: -29, count: 2),
            Rollover(weeks: -1024, days: -31, shown: -1024 * 7 - 31, count: 0),
            Rollover(weeks: 1024, days: 0, shown: 0, count: 2),
            Rollover(weeks: -1023, days: 0, shown: -1023 * 7, count: 0),
        ])
        func `a stamp that is 1,024 weeks off is put right, and counted`(_ rollover: Rollover) throws {
            let agent = try start()
            let now = Int(Date().timeIntervalSince1970)
            let stamp = now + (rollover.weeks * 7 + rollover.days) * 86_400
            try send("van", latitude: 52.6, stamp - 60)
            try send("van", latitude: 52.5, stamp)
            let event = try client.message("geofence/event/van/depot", containing: "enter")
            let shown = Timestamp(milliseconds: Int64(now + rollover.shown * 86_400) * 1000)
            #expect(event.payload.contains(#""time":"\#(shown.iso8601)""#), "\(event.payload)")
            let statistics = try client.statistics(of: agent)
            #expect(statistics["rolledOver"] as? Int == rollover.count)
            #expect(statistics["accepted"] as? Int == 2)
            agent.stop()
        }

        // MARK: Places

        @Test func `places where no device can be are counted under their reason`() throws {
            let agent = try start(rules: #""maxSpeed": 200"#)
            try send("van", [(52.6, 0), (52.5, 600), (10, 660), (52.5, 720)])
            try send("van", latitude: 0, longitude: 0, Self.base + 780)
            try send("van", [(52.5, 840)])
            try send("bike", latitude: 0, longitude: 0, Self.base)
            let statistics = try statistics(of: agent, received: 7)
            #expect(rejected(statistics) == ["implausible": 3])
            #expect(statistics["accepted"] as? Int == 4)
            try client.message("geofence/device/van", containing: "09:07:20")
            #expect(try client.told("van", "depot", ["event"]) == ["enter position 09:03:20"])
            #expect(!client.messages.contains { $0.topic == "geofence/device/bike" })
            agent.stop()
        }

        // MARK: Other rules at run time

        /// Rules, what the same steps bring without them and with them, and what is counted when they were
        /// taken without, with, without.
        struct Change: CustomTestStringConvertible, Sendable {
            var rules: String
            var steps: [Step]
            var without: [String]
            var with: [String]
            var late = 0
            var implausible = 0
            var testDescription: String { rules }
        }

        @Test(arguments: [
            Change(
                rules: #""maxSpeed": 200"#,
                steps: [(52.6, 0), (52.5, 600), (10, 660), (52.5, 720)],
                without: [
                    "enter position 09:03:20", "exit position 09:04:20", "enter position 09:05:20",
                ],
                with: ["enter position 09:03:20"],
                implausible: 1
            ),
            Change(
                rules: #""reorder": 3600"#,
                steps: [(52.6, 0), (52.6, 60), (52.5, 30)],
                without: [],
                with: ["enter position 08:53:50", "exit position 08:54:20"],
                late: 2
            ),
            Change(
                rules: #""lateEvents": true"#,
                steps: [(52.6, 0), (52.6, 600), (52.6, 450), (52.5, 300)],
                without: [],
                with: ["enter position 08:58:20 late", "exit position 09:00:50 late"],
                late: 6
            ),
        ])
        func `SIGHUP puts other rules for messages in force, and takes them back`(_ change: Change) throws {
            let agent = try start()
            let count = change.steps.count
            try send("before", change.steps)
            _ = try statistics(of: agent, received: count)
            try configure(change.rules)
            _ = try client.statistics(of: agent)
            try send("with", change.steps)
            _ = try statistics(of: agent, received: 2 * count)
            // What is held, and what waits for more that is late, is settled by the rules it came under.
            try configure("")
            _ = try client.statistics(of: agent)
            try send("after", change.steps + [(52.6, 3600), (52.5, 7200)])
            try client.message("geofence/event/after/depot", containing: "10:53:20")
            let all = try statistics(of: agent, received: 3 * count + 2)
            #expect(try client.told("before", "depot", ["event"]) == change.without)
            #expect(try client.told("with", "depot", ["event"]) == change.with)
            #expect(rejected(all)["implausible", default: 0] == change.implausible)
            #expect(all["late"] as? Int == change.late)
            agent.stop()
        }
    }
}
