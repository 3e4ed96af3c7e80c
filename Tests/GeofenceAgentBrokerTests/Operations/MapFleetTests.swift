import Foundation
import GeofenceCore
import Logging
import MQTT
import Synchronization
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// The live map of one agent of several: it shows the devices of all, and asks those who know.
    @Suite final class MapFleetTests {
        private static let token = "fedcba9876543210"
        private let site: Site
        private let client: Client
        private let port = SilentServer(.refuses).port
        private var agents: [AgentProcess] = []

        init() throws {
            (site, client) = try Site.watched()
            try site.writeSecret(Self.token, to: "edit")
        }

        /// Starts an agent whose configuration has more; `topic` is where it says that it is there.
        private func start(_ name: String, _ more: String, topic: String, hasMap: Bool = false) throws {
            let http = #","http":{"port":\#(port),"map":{"edit":true},"editTokenFile":"edit"}"#
            try site.configure(store: site.path("\(name).sqlite"), more: more + (hasMap ? http : ""))
            let text = try String(contentsOfFile: site.path("agent.json"), encoding: .utf8)
            try site.write(
                text.replacing(#""clientId": "agent""#, with: #""clientId": "agent-\#(name)""#),
                to: "\(name).json"
            )
            let count = client.messages.count
            agents.append(try site.agent("\(name).json"))
            try client.message(topic, containing: "online", after: count)
        }

        /// Two that share a fleet; the first has the map, and not the device `van1`.
        private func startShards() throws {
            for (name, range) in [("0-20", (0, 20)), ("21-63", (21, 63))] {
                try start(
                    name,
                    #","shard":{"partitions":64,"from":\#(range.0),"to":\#(range.1)},"history":{}"#,
                    topic: "geofence/agent/\(name)/state",
                    hasMap: name == "0-20"
                )
            }
        }

        private func ask(_ command: String, _ body: String) -> HTTPAnswer {
            HTTPAnswer(port: port, asking: command, body, token: Self.token)
        }

        @Test func `a page sees the devices and the events of all agents`() throws {
            try startShards()
            for device in ["van3", "van1"] {
                try client.move(device, 52.5, at: 1_760_000_001)
                try client.message("geofence/device/\(device)")
            }
            var stream = EventStream(port: port)
            var found: Set<String> = []
            while found.count < 2, let message = stream.next(["snapshot", "devices"]) {
                for device in ["van3", "van1"]
                where message.data.contains(#""device":"\#(device)","inside":["depot"]"#) {
                    found.insert(device)
                }
            }
            #expect(found.count == 2)
            try client.move("van1", 52.6, at: 1_760_000_100)
            #expect(stream.next(["devices"], containing: #""device":"van1","inside":[]"#) != nil)
            let event = stream.next("event")
            #expect(event?.data.contains(#"{"event":"exit""#) == true)
            #expect(event?.data.contains(#""device":"van1""#) == true)
            #expect(ask("device/forget", #"{"device":"van1"}"#).status == 200)
            #expect(stream.next("gone")?.data == #"{"devices":["van1"]}"#)
            for agent in agents { #expect(agent.stop() == 0) }
        }

        /// The other agents, as a map reaches them over this broker or another port.
        private func fleet(isPair: Bool = false, port: Int? = nil) throws -> FleetWatch {
            let standby = isPair ? #","standby":{"id":"a"}"# : ""
            let file = try site.configure(port: port, more: standby)
            let configuration = try #require(Configuration.loadOrReport(file))
            var settings = AgentSettings(configuration)
            if !isPair { settings.shard = Shard(partitions: 64, range: 0...20) }
            let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            return try #require(FleetWatch(settings, configuration.mqtt, log))
        }

        /// What has come to a board of other agents' devices, once something has.
        private func devices(_ board: MapBoard) -> [String] {
            let deadline = Clock.uptime + 60_000
            var devices: [MapDevice] = []
            while devices.isEmpty, Clock.uptime < deadline {
                devices = board.drain().devices.values.compactMap(\.self)
            }
            return devices.map(\.id.description)
        }

        @Test func `who looks on again is shown all of it once more`() throws {
            let board = MapBoard(MapSettings(), CommandQueue(), fleet: try fleet())
            try client.publish("geofence/device/van1", #"{"inside":[]}"#, retained: true)
            try client.message("geofence/device/van1")
            for _ in 0..<2 {
                board.beginWatch()
                #expect(devices(board) == ["van1"])
                board.endWatch()
            }
            board.beginWatch()
            #expect(devices(board) == ["van1"])
            board.endWatch()
            board.beginWatch()
            #expect(devices(board) == ["van1"])
        }

        @Test func `an answer comes, too, where somebody begins to look on meanwhile`() throws {
            let board = MapBoard(MapSettings(), CommandQueue(), fleet: try fleet())
            try client.publish("geofence/device/van1", #"{"inside":[]}"#, retained: true)
            let answers = Mutex<[String]>([])
            let body = Array(#"{"device":"van1","transaction":7}"#.utf8)
            board.ask(
                Question("device/status", body, hidesZones: true) { answer in
                    answers.withLock { $0.append(String(decoding: answer, as: UTF8.self)) }
                }
            )
            let asked = try client.message("geofence/request/device/status").payload
            board.beginWatch()
            #expect(devices(board) == ["van1"])
            let mark = try #require(Request.transaction(in: Array(asked.utf8)))
            let answer = Answer.done(Array("{}".utf8), transaction: mark)
            try client.publish("geofence/response/device/status", String(decoding: answer, as: UTF8.self))
            try client.wait(for: "the answer") { _ in answers.withLock { !$0.isEmpty } }
            #expect(answers.withLock { $0 } == [#"{"status":"ok","data":{},"transaction":7}"#])
        }

        @Test func `nobody's devices are missing on the map of one of a pair`() throws {
            let board = MapBoard(MapSettings(), CommandQueue(), fleet: try fleet(isPair: true, port: port))
            board.beginWatch()
            let answers = Mutex<[String]>([])
            board.ask(
                Question("fence/clear", [], hidesZones: false) { answer in
                    answers.withLock { $0.append(String(decoding: answer, as: UTF8.self)) }
                }
            )
            try client.wait(for: "the answer") { _ in answers.withLock { !$0.isEmpty } }
            #expect(answers.withLock { $0 }.first?.contains("the other agents can't be reached") == true)
            #expect(!board.isFleetMissing)
            let part = MapBoard(MapSettings(), CommandQueue(), fleet: try fleet(port: port))
            part.beginWatch()
            try client.wait(for: "word of what is missing") { _ in part.isFleetMissing }
            part.endWatch()
            #expect(!part.isFleetMissing)
        }

        @Test func `a broker that refuses is believed`() throws {
            let guarded = try Site()
            let broker = try Accounts(site: guarded).broker(["agent"], access: Accounts.shipped)
            var settings = MQTTSettings(host: "127.0.0.1")
            settings.port = broker.port
            (settings.username, settings.password) = ("agent", Secret("wrong".utf8))
            do throws(MQTTFailure) {
                _ = try FleetLink(settings, Topics(base: "geofence"))
                Issue.record("it is let in")
            } catch {
                #expect("\(error)".contains("not authorised"), "\(error)")
                #expect(error.pace == .refusal)
            }
        }

        @Test func `who knows a device is asked about it, and all agents do what changes fences`() throws {
            try startShards()
            try client.move("van1", 52.5, at: 1_760_000_001)
            try client.message("geofence/device/van1")
            let why = ask("explain", #"{"device":"van1","fence":"depot","transaction":7}"#)
            #expect(why.status == 200)
            #expect(why.body.contains(#""explain":"#), "\(why.body)")
            #expect(why.body.hasSuffix(#","transaction":7}"#), "\(why.body)")
            #expect(ask("explain", #"{"device":"van77","fence":"depot"}"#).status == 400)
            try havePast(of: "van1")
            let set = ask("fence/set", #"{"id":"yard","latitude":52.6,"longitude":13.4,"radius":100}"#)
            #expect(set.status == 200, "\(set.body)")
            try client.move("van3", 52.5, at: 1_760_000_001)
            for device in ["van3", "van1"] {
                try client.move(device, 52.6, at: 1_760_000_100)
                try client.message("geofence/event/\(device)/yard", containing: "enter")
            }
            #expect(ask("fence/remove", #"{"id":"yard"}"#).status == 200)
            for partition in [0, 30] {
                let list = ask("fence/list", #"{"partition":\#(partition)}"#)
                #expect(list.status == 200 && !list.body.contains("yard"), "\(list.body)")
            }
            for agent in agents { #expect(agent.stop() == 0) }
        }

        /// Where a device of another agent was; what that keeps is written within seconds.
        private func havePast(of device: String) throws {
            let path = "/api/history?device=\(device)&from=2025-10-09T00:00:00Z&to=2025-10-10T00:00:00Z"
            let deadline = Clock.uptime + 60_000
            var past = HTTPAnswer(port: port, path)
            while past.status != 200, Clock.uptime < deadline { past = HTTPAnswer(port: port, path) }
            #expect(
                past.body.hasPrefix(#"{"device":"\#(device)","from":"2025-10-09T00:00:00.000Z""#),
                "\(past)"
            )
            #expect(past.body.contains(#""positions":[{"time":"2025-10-09T08:53:21.000Z""#), "\(past)")
            let none = HTTPAnswer(port: port, path.replacing(device, with: "van77"))
            #expect(none.status == 404)
            #expect(none.body.contains("the history holds nothing of a device"), "\(none)")
        }

        @Test func `a broker that goes is said, and what came meanwhile is there once it is back`() throws {
            try startShards()
            try client.move("van1", 52.5, at: 1_760_000_001)
            try client.message("geofence/device/van1")
            var stream = EventStream(port: port)
            #expect(stream.next(["snapshot", "devices"], containing: #""device":"van1""#) != nil)
            site.broker.stop()
            #expect(stream.next(["link"], containing: #""fleet":"down""#) != nil)
            #expect(ask("explain", #"{"device":"van1","fence":"depot"}"#).body.contains("can't be reached"))
            try site.broker.start()
            var link = stream.next("link")
            while let data = link?.data, data.contains("fleet") { link = stream.next("link") }
            #expect(link != nil)
            let again = try site.client("again")
            try again.move("van1", 52.6, at: 1_760_000_100)
            #expect(stream.next(["devices"], containing: #""device":"van1","inside":[]"#) != nil)
            for agent in agents { #expect(agent.stop() == 0) }
        }

        @Test func `both of a pair do what is asked for on the map of one`() throws {
            for id in ["a", "b"] {
                try start(
                    id,
                    #","standby":{"id":"\#(id)","lease":3}"#,
                    topic: "geofence/agent/\(id)/state",
                    hasMap: id == "b"
                )
                if id == "a" { try client.message("geofence/agent/state", containing: "online") }
            }
            let set = ask("fence/set", #"{"id":"yard","latitude":52.6,"longitude":13.4,"radius":100}"#)
            #expect(set.status == 200, "\(set.body)")
            let deadline = Clock.uptime + 60_000
            while ask("fence/get", #"{"id":"yard"}"#).status != 200, Clock.uptime < deadline {}
            #expect(Clock.uptime < deadline)
            try client.move("van", 52.5, at: 1_760_000_001)
            agents[0].kill()
            try client.message("geofence/agent/lease", containing: #""leader":"b""#)
            try client.move("van", 52.6, at: 1_760_000_100)
            try client.message("geofence/event/van/yard", containing: "enter")
            #expect(agents[1].stop() == 0)
        }
    }
}
