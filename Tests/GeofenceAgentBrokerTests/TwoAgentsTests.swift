import CLibrary
import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// What comes in an agent's way: another with its topics, somebody who removes its file.
    @Suite struct TwoAgentsTests {
        private let site: Site

        init() throws { site = try Site(settings: Site.lossless) }

        @Test func `two agents with one base say so, and the one that stays is online`() throws {
            let (first, client) = try site.start()
            try site.write(
                String(contentsOfFile: site.path("agent.json"), encoding: .utf8)
                    .replacing("\"clientId\": \"agent\"", with: "\"clientId\": \"other\"")
                    .replacing("agent.sqlite", with: "other.sqlite"),
                to: "other.json"
            )
            let second = try site.agent("other.json")
            #expect(first.waitForLog("another agent publishes the same topics"), "\(first.text)")
            #expect(second.stop() == 0)
            try client.wait(for: "online again") { client in
                let states = client.messages.filter { $0.topic == "geofence/agent/state" }.map(\.payload)
                return states.suffix(2) == ["offline", "online"]
            }
            #expect(first.stop() == 0)
        }

        @Test func `one agent alone suspects nothing, over connections and stops`() throws {
            let (first, client) = try site.start()
            site.broker.stop()
            try site.broker.start()
            try client.reconnect()
            try client.subscribe("geofence/#")
            #expect(first.waitForLog("connected", times: 2), "\(first.text)")
            first.kill()
            try client.message("geofence/agent/state", containing: "offline")
            let second = try site.connectedAgent(client)
            #expect(second.waitForLog("connected", times: 3), "\(second.text)")
            #expect(second.stop() == 0)
            #expect(!second.text.contains("another agent"), "\(second.text)")
        }

        /// A broker under load publishes it when its client is long there again.
        @Test func `its own will makes no other agent, and it says again that it is online`() throws {
            let (agent, client) = try site.start()
            try client.publish("geofence/agent/state", "offline", correlation: "agent")
            try client.wait(for: "online again") { client in
                let states = client.messages.filter { $0.topic == "geofence/agent/state" }.map(\.payload)
                return states.suffix(2) == ["offline", "online"]
            }
            #expect(agent.stop() == 0)
            #expect(!agent.text.contains("another agent"), "\(agent.text)")
        }

        @Test func `a store that is removed is noticed, and nothing is lost`() throws {
            let (first, client) = try site.start()
            try client.move("van", 52.6, at: 1_760_000_000)
            try client.message("geofence/device/van")
            for name in ["agent.sqlite", "agent.sqlite-wal"] { _ = unlink(site.path(name)) }
            try client.move("van", 52.5, at: 1_760_000_060)
            #expect(first.end(within: 60) == 74)
            #expect(first.text.contains("what it held is written there again"), "\(first.text)")
            let second = try site.connectedAgent(client)
            try client.move("van", 52.6, at: 1_760_000_120)
            try client.message("geofence/event/van/depot", containing: "exit")
            #expect(second.stop() == 0)
            // What had no answer yet is sent again.
            let events = Set(client.messages.filter { $0.topic == "geofence/event/van/depot" }.map(\.payload))
            #expect(events.count == 2, "\(events)")
        }

        @Test func `two agents with one client id say so, and a connection that isn't lost is no news`()
            throws
        {
            let (first, client) = try site.start()
            try site.write(
                String(contentsOfFile: site.path("agent.json"), encoding: .utf8)
                    .replacing("agent.sqlite", with: "other.sqlite"),
                to: "other.json"
            )
            let second = try AgentProcess(
                ["run", "--config", site.path("other.json")],
                log: site.folder.appendingPathComponent("other.log"),
                environment: [:]
            )
            let agents = [first, second]
            try client.wait(for: "word of the other", within: 60) { _ in
                agents.contains { $0.isToldOfTakeover }
                    || agents.allSatisfy { $0.text.contains("another client may use mqtt.clientId") }
            }
            // Who is told keeps away: there is nothing more to see.
            guard !agents.contains(where: \.isToldOfTakeover) else {
                #expect(agents.map { $0.stop() } == [0, 0])
                return
            }
            let online = client.messages.count { $0.payload == "online" }
            try client.wait(for: "some more connections") { client in
                client.messages.count { $0.payload == "online" } > online + 6
            }
            let (lost, connected) = Self.counts(first.text)
            #expect(connected <= lost + 1, "\(first.text)")
            #expect(second.stop() == 0)
            #expect(first.waitForLog("losses="), "\(first.text)")
            #expect(first.stop() == 0)
        }

        /// Lines that say that a connection is lost, and that one is there.
        private static func counts(_ log: String) -> (lost: Int, connected: Int) {
            let lines = log.split(separator: "\n")
            return (
                lines.count { $0.contains("connection was lost") }, lines.count { $0.contains(" connected ") }
            )
        }
    }
}
