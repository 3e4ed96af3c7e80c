import CLibrary
import Foundation
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

extension BrokerTests {
    /// `copy`: the store of a new agent out of that of one that runs, while devices report.
    @Suite final class CopyTests {
        private let site: Site
        private let client: Client

        init() throws {
            (site, client) = try Site.watched()
        }

        /// Writes the configuration of one of a pair; gives its path.
        @discardableResult
        private func configure(_ id: String, more: String = "", mqtt: String = "") throws -> String {
            let standby = #","standby":{"id":"\#(id)","lease":1}"#
            let file = try site.configure(store: site.path("\(id).sqlite"), more: standby + more, mqtt: mqtt)
            try FileManager.default.moveItem(atPath: file, toPath: site.path("\(id).json"))
            return site.path("\(id).json")
        }

        private func start(_ id: String) throws -> AgentProcess {
            let count = client.messages.count
            let agent = try site.agent("\(id).json")
            try client.message("geofence/agent/\(id)/state", containing: "online", after: count)
            return agent
        }

        private func waitForLead(_ id: String) throws {
            let count = client.messages.count
            try client.message("geofence/agent/lease", containing: #""leader":"\#(id)""#, after: count)
        }

        private func copy(_ more: String...) throws -> (code: Int32, output: String, errors: String) {
            let files = ["--from", site.path("a.json"), "--to", site.path("b.json")]
            return try AgentProcess.run(["copy"] + files + more)
        }

        /// What lies in the folder of a copy that came to no end.
        private func remains() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: site.folder.path).filter {
                $0.hasPrefix("b.sqlite") && !$0.hasSuffix(".lock") || $0.contains(".backup")
            }
        }

        @Test func `a standby that is made while devices report misses nothing`() throws {
            for id in ["a", "b"] { try configure(id) }
            let first = try start("a")
            try waitForLead("a")
            let track = FleetTrack(devices: 40, steps: 60)
            let file = try site.write(track.text, to: "track.jsonl")
            let wanted = try track.replayedIDs(site.path("a.json"), file)
            #expect(wanted.count > 300)
            let devices = try AgentProcess(
                ["simulate", "--config", site.path("a.json"), "--speed", "500", file],
                log: site.folder.appendingPathComponent("simulate.log")
            )
            try client.wait(for: "events") { $0.eventIDs().count > 30 }
            let made = try copy()
            #expect(made.code == 0, "\(made.errors)")
            #expect(made.output.contains("b.sqlite: 40 devices"), "\(made.output)")
            #expect(made.output.contains("\"agent-b\""), "\(made.output)")
            #expect(devices.isRunning)
            let mode = try FileManager.default.attributesOfItem(atPath: site.path("b.sqlite"))
            #expect(mode[.posixPermissions] as? Int == 0o600)
            #expect(try remains() == ["b.sqlite"])
            let second = try start("b")
            first.kill()
            try waitForLead("b")
            #expect(devices.end(within: 60) == 0)
            try client.wait(for: "all events") { Set($0.eventIDs()).count >= wanted.count }
            #expect(Set(client.eventIDs()) == wanted)
            let payloads = client.messages.filter { $0.topic.hasPrefix("geofence/event/") }
            #expect(Set(payloads.map(\.payload)).count == wanted.count)
            // What the first had sent is not sent again, but for its last moment.
            #expect(client.eventIDs().count < wanted.count + 20)
            #expect(second.stop() == 0)
        }

        @Test(arguments: ["", #","protocol":"3.1.1""#])
        func `what the first has not yet read when it begins is in the copy`(_ mqtt: String) throws {
            for id in ["a", "b"] { try configure(id, mqtt: mqtt) }
            let first = try start("a")
            try waitForLead("a")
            try client.move("van", 52.6, at: 1_760_000_000)
            try client.message("geofence/status/van/depot", containing: "outside")
            first.send(SIGSTOP)
            // More than it reads before it would begin to copy.
            for time in 1...1000 {
                let line = #"{"lat":52.6,"lon":13.4,"tst":\#(1_760_000_000 + time)}"#
                try client.send("fleet/bus/location", line)
            }
            try client.move("van", 52.5, at: 1_760_000_060)
            let process = try AgentProcess(
                ["copy", "--from", site.path("a.json"), "--to", site.path("b.json")],
                log: site.folder.appendingPathComponent("copy.log")
            )
            #expect(process.waitForLog("the session \"agent-b\" from now on"))
            first.send(SIGCONT)
            #expect(process.end(within: 60) == 0, "\(process.text)")
            try client.message("geofence/event/van/depot", containing: #""event":"enter""#)
            first.kill()
            let second = try start("b")
            try waitForLead("b")
            try client.move("van", 52.6, at: 1_760_000_120)
            let exit = try client.message("geofence/event/van/depot", containing: #""event":"exit""#)
            #expect(exit.payload.contains(#""seq":2"#), "\(exit)")
            #expect(client.eventIDs().count == 2)
            #expect(second.stop() == 0)
        }

        @Test func `an agent that is no pair becomes one, also by a file that is carried elsewhere`() throws {
            try site.configure(store: site.path("one.sqlite"))
            let one = try site.connectedAgent(client)
            try FileManager.default.moveItem(atPath: site.path("agent.json"), toPath: site.path("one.json"))
            try client.move("van", 52.6, at: 1_760_000_000)
            try client.move("van", 52.5, at: 1_760_000_060)
            try client.message("geofence/event/van/depot", containing: #""event":"enter""#)
            for id in ["a", "b"] {
                try configure(id)
                let file = site.path("\(id).carried")
                let made = try AgentProcess.run(
                    ["copy", "--from", site.path("one.json"), "--to", site.path("\(id).json"), "-o", file]
                )
                #expect(made.code == 0, "\(made.errors)")
                let back = try AgentProcess.run(["restore", file, "--config", site.path("\(id).json")])
                #expect(back.code == 0, "\(back.errors)")
            }
            try client.move("van", 52.6, at: 1_760_000_120)
            try client.message("geofence/event/van/depot", containing: #""event":"exit""#)
            #expect(one.stop() == 0)
            try client.move("van", 52.5, at: 1_760_000_180)
            let pair = try (start("a"), start("b"))
            try client.message("geofence/event/van/depot", containing: #""seq":3"#)
            #expect(Set(client.eventIDs()).count == 3)
            #expect(pair.0.stop() == 0)
            #expect(pair.1.stop() == 0)
        }

        @Test func `says why there can be no copy, and leaves nothing`() throws {
            for id in ["a", "b"] { try configure(id) }
            let other = site.path("b.sqlite.other")
            func expectRefusal(_ code: Int32, _ reason: String, _ file: String? = nil) throws {
                let made = try copy("-o", file ?? other)
                #expect(made.code == code, "\(made.errors)")
                #expect(made.errors.contains(reason), "\(made.errors)")
            }
            try expectRefusal(74, "there is no store; store.path of --from names it")
            let first = try start("a")
            try waitForLead("a")
            let second = try start("b")
            let store = site.path("b.sqlite")
            try expectRefusal(64, "b.sqlite: there is a store already; remove it, or name another", store)
            try expectRefusal(75, "geofence/agent/b/state says \"online\"; stop it")
            first.kill()
            try waitForLead("b")
            second.kill()
            try client.message("geofence/agent/b/state", containing: "offline")
            try expectRefusal(75, "a.sqlite: no agent runs with this store")
            let left = try remains().filter { $0.contains("other") || $0.contains(".backup") }
            #expect(left == [])
        }

        @Test func `one that stands by is not copied, since the other answers`() throws {
            for id in ["a", "b", "c"] { try configure(id) }
            let first = try start("a")
            try waitForLead("a")
            let second = try start("b")
            let made = try AgentProcess.run(
                ["copy", "--from", site.path("b.json"), "--to", site.path("c.json")]
            )
            #expect(made.code == 75)
            #expect(made.errors.contains(#"agent "b" stands by"#), "\(made.errors)")
            #expect(made.errors.contains(#"copy from "a", which leads"#), "\(made.errors)")
            // The session that was made is gone again.
            #expect(try hasSession("agent-c") == false)
            #expect(try hasSession("agent-b"))
            for agent in [second, first] { #expect(agent.stop() == 0) }
        }

        /// Whether the broker has a session of a name; it is taken over by that.
        private func hasSession(_ name: String) throws -> Bool {
            var settings = MQTTSettings(host: "127.0.0.1")
            settings.port = site.broker.port
            let session = BrokerClient.Session(clientID: name, expiry: 100, isResumed: true)
            let broker = try BrokerClient(settings, session: session)
            defer { broker.close() }
            return broker.hasSession
        }
    }
}
