import CLibrary
import Foundation
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
            (agent, client) = try site.start()
            try client.move("van", 52.6, at: 1_760_000_000)
            try client.move("van", 52.5, at: 1_760_000_060)
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

        /// More than a turn writes: they are written first, in parts.
        @Test func `a fence comes among very many devices that have changed`() throws {
            // All come at once, as where a busy machine has held the agent up.
            agent.send(SIGSTOP)
            for device in 0..<2100 { try client.move("d\(device)", 52.5, at: 1_760_000_060) }
            agent.send(SIGCONT)
            try client.wait(for: "all to be inside") { client in
                client.messages.suffix(10).contains { $0.topic == "geofence/device/d2099" }
            }
            let circle = #""latitude": 52.5, "longitude": 13.4, "radius": 150"#
            try site.configure(
                fences: #"[ { "id": "depot", \#(circle) }, { "id": "new", \#(circle) } ]"#
            )
            _ = try reload()
            try client.wait(for: "all to be in the new one") { client in
                client.messages.suffix(10).contains {
                    $0.topic == "geofence/fence/new" && $0.payload.contains(#""count":2101"#)
                }
            }
            try client.move("d7", 52.6, at: 1_760_000_120)
            try client.message("geofence/event/d7/new", containing: #""exit""#)
            #expect(agent.stop() == 0)
        }

        /// More than leave in one turn: 61 devices in 90 fences.
        @Test func `a crowd leaves the fences that go, and then the new ones come`() throws {
            let circles = (0..<90).map {
                #"{ "id": "f\#($0)", "latitude": 52.5, "longitude": 13.4, "radius": 150 }"#
            }
            try site.configure(fences: "[ \(circles.joined(separator: ", ")) ]")
            _ = try reload()
            for device in 0..<60 { try client.move("d\(device)", 52.5, at: 1_760_000_060) }
            try client.wait(for: "all to be inside") { client in
                client.messages.suffix(200).contains { $0.topic == "geofence/device/d59" }
            }
            try site.configure(fences: #"[ { "id": "guest", "wifi": ["Guest"] } ]"#)
            let count = client.messages.count
            _ = try reload()
            try client.wait(for: "the new fence") { client in
                client.messages.suffix(200).contains { $0.topic == "geofence/fence/guest" }
            }
            let exits = client.messages[count...].filter { $0.payload.contains(#""cause":"removed""#) }
            #expect(exits.count == 61 * 90 && Set(exits.map(\.topic)).count == 61 * 90)
            agent.stop()
        }

        /// Writes a file of fences that the configuration names, with a circle around the van.
        private func writeFences(_ ids: [String], radius: Int = 150) throws {
            let rows = ids.map { "\($0),52.5,13.4,\(radius)\n" }
            try site.write("id,latitude,longitude,radius\n" + rows.joined(), to: "more.csv")
        }

        @Test func `fences of fenceFiles come, change and go with their file`() throws {
            try writeFences(["one"])
            try site.configure(more: #", "fenceFiles": ["more.csv"]"#)
            _ = try reload()
            try client.message("geofence/status/van/one", containing: "inside")
            try writeFences(["one", "two"], radius: 200)
            _ = try reload()
            try client.message("geofence/status/van/two", containing: #""distance":-200"#)
            try client.message("geofence/status/van/one", containing: #""distance":-200"#)
            try writeFences(["two"])
            _ = try reload()
            try client.message("geofence/event/van/one", containing: #""cause":"removed""#)
            agent.stop()
        }

        @Test func `a file of fences with errors changes nothing, and is named with the place`() throws {
            try writeFences(["one"])
            try site.configure(more: #", "fenceFiles": ["more.csv"]"#)
            _ = try reload()
            try client.message("geofence/status/van/one", containing: "inside")
            try writeFences(["two"], radius: -1)
            agent.send(SIGHUP)
            #expect(agent.waitForLog("more.csv:2:"))
            try client.move("van", 52.6, at: 1_760_000_120)
            try client.message("geofence/event/van/one", containing: #""cause":"position""#)
            #expect(!client.messages.contains { $0.topic == "geofence/fence/two" })
            agent.stop()
        }

        @Test func `a file with errors changes nothing`() throws {
            try site.write(#"{ "mqtt": { "hots": "localhost" } }"#, to: "agent.json")
            agent.send(SIGHUP)
            #expect(agent.waitForLog(#"agent.json:1:13: mqtt.hots"#))
            #expect(agent.waitForLog("nothing is changed: the configuration of before stays in force"))
            try client.move("van", 52.6, at: 1_760_000_120)
            try client.message("geofence/event/van/depot", containing: "exit")
            agent.stop()
        }

        @Test func `a file with errors is told as all of the log is written`() throws {
            agent.stop()
            try site.configure(more: #", "log": { "format": "json" }"#)
            let next = try site.connectedAgent(client)
            let count = next.text.split(separator: "\n").count
            try site.write(#"{ "mqtt": { "hots": "localhost" }, "source": [] }"#, to: "agent.json")
            next.send(SIGHUP)
            #expect(next.waitForLog("nothing is changed"))
            for line in next.text.split(separator: "\n").dropFirst(count) {
                #expect(line.hasPrefix(#"{"time":"#), "\(line)")
            }
            next.stop()
        }

        @Test func `a source that goes is unsubscribed, one that comes is subscribed`() throws {
            let text = try String(contentsOfFile: site.path("agent.json"), encoding: .utf8)
            try site.write(
                text.replacing("fleet/{device}/location", with: "trucks/{device}"),
                to: "agent.json"
            )
            let before = try reload()["received"] as? Int
            try client.move("van", 52.6, at: 1_760_000_120)
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
            let next = try site.connectedAgent(client)
            try client.publish("trucks/van", #"{"lat":52.6,"lon":13.4,"tst":1760000180}"#)
            try client.message("geofence/event/van/depot", containing: "08:56:20.000Z")
            let before = try client.statistics(of: next)["received"] as? Int
            try client.move("van", 52.5, at: 1_760_000_240)
            #expect(try client.statistics(of: next)["received"] as? Int == before)
            next.stop()
        }
    }
}
