import Foundation
import Glibc
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// SIGHUP: the file is checked, then it is in force.
    @Suite struct ReloadTests {
        private let site: Site
        private let client: Client
        private let agent: AgentProcess

        init() throws {
            site = try Site()
            client = try site.client()
            try client.subscribe("geofence/#")
            try site.configure()
            agent = try site.agent()
            try client.message("geofence/agent/state", containing: "online")
            try client.publish("fleet/van/location", #"{"lat":52.6,"lon":13.4,"tst":1760000000}"#)
            try client.publish("fleet/van/location", #"{"lat":52.5,"lon":13.4,"tst":1760000060}"#)
            try client.message("geofence/device/van", containing: "depot")
        }

        private func reload() throws -> [String: Any] { try client.statistics(of: agent) }

        @Test func `a fence that goes sends an exit and takes its topics along`() throws {
            try site.configure(fences: #"[ { "id": "guest", "wifi": ["Guest"] } ]"#)
            let count = client.messages.count
            _ = try reload()
            try client.message("geofence/event/van/depot", containing: #""cause":"removed""#, after: count)
            // What is told once more after a connect may still come before.
            for topic in ["geofence/status/van/depot", "geofence/fence/depot"] {
                try client.wait(for: "\(topic) to be cleared") { client in
                    client.messages.last { $0.topic == topic }?.payload == ""
                }
            }
            agent.stop()
        }

        @Test func `a fence that comes has a status and sends no event`() throws {
            let circle = #""latitude": 52.5, "longitude": 13.4, "radius": 150"#
            try site.configure(
                fences: #"[ { "id": "depot", \#(circle) }, { "id": "new", \#(circle) } ]"#
            )
            let count = client.messages.count
            _ = try reload()
            try client.message("geofence/status/van/new", containing: "inside", after: count)
            try client.message("geofence/fence/new", containing: #""count":1"#, after: count)
            #expect(!client.messages[count...].contains { $0.topic == "geofence/event/van/new" })
            agent.stop()
        }

        @Test func `a file with errors changes nothing`() throws {
            try site.write(#"{ "mqtt": { "hots": "localhost" } }"#, to: "agent.json")
            agent.send(SIGHUP)
            #expect(agent.waitForLog(#"agent.json:1:13: mqtt.hots"#))
            try client.publish("fleet/van/location", #"{"lat":52.6,"lon":13.4,"tst":1760000120}"#)
            try client.message("geofence/event/van/depot", containing: "exit")
            agent.stop()
        }

        @Test func `a source that goes is unsubscribed, one that comes is subscribed`() throws {
            let text = try String(contentsOfFile: site.path("agent.json"), encoding: .utf8)
            try site.write(
                text.replacing("fleet/{device}/location", with: "trucks/{device}"),
                to: "agent.json"
            )
            let before = try reload()["received"] as? Int
            try client.publish("fleet/van/location", #"{"lat":52.6,"lon":13.4,"tst":1760000120}"#)
            try client.publish("trucks/van", #"{"lat":52.6,"lon":13.4,"tst":1760000180}"#)
            try client.message("geofence/event/van/depot", containing: "08:56:20.000Z")
            #expect(try reload()["received"] as? Int == before.map { $0 + 1 })
            agent.stop()
        }

        @Test func `a source that went while the agent was away is unsubscribed too`() throws {
            agent.stop()
            let text = try String(contentsOfFile: site.path("agent.json"), encoding: .utf8)
            try site.write(
                text.replacing("fleet/{device}/location", with: "trucks/{device}"),
                to: "agent.json"
            )
            let count = client.messages.count
            let next = try site.agent()
            try client.message("geofence/agent/state", containing: "online", after: count)
            try client.publish("trucks/van", #"{"lat":52.6,"lon":13.4,"tst":1760000180}"#)
            try client.message("geofence/event/van/depot", containing: "08:56:20.000Z")
            let before = try client.statistics(of: next)["received"] as? Int
            try client.publish("fleet/van/location", #"{"lat":52.5,"lon":13.4,"tst":1760000240}"#)
            #expect(try client.statistics(of: next)["received"] as? Int == before)
            next.stop()
        }
    }
}
