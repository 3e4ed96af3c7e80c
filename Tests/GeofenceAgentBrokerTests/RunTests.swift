import CLibrary
import Foundation
import GRDB
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// The whole agent, as a process, beside a real broker.
    @Suite struct RunTests {
        private let site: Site
        private let client: Client

        init() throws {
            site = try Site()
            client = try site.client()
            try client.subscribe("geofence/#")
        }

        /// An agent that has connected.
        private func start(more: String = "", mqtt: String = "") throws -> AgentProcess {
            try site.configure(more: more, mqtt: mqtt)
            return try site.connectedAgent(client)
        }

        private func told(_ part: String) -> [String] {
            client.messages.filter { $0.topic.contains(part) }.map { "\($0.topic) \($0.payload)" }
        }

        @Test func `publishes what the contract says, byte for byte`() throws {
            let agent = try start()
            try client.move("van", 52.6, at: 1_760_000_000)
            try client.message("geofence/device/van")
            try client.publish(
                "fleet/van/location",
                #"{"lat":52.5,"lon":13.4,"acc":8,"tst":1760000060}"#
            )
            try client.message("geofence/device/van", containing: "depot")
            try client.publish(
                "home/van/wifi",
                #"{"ssid":"DepotNet","bssid":"AA-BB-CC-00-11-22","tst":1760000070}"#
            )
            try client.message("geofence/status/van/depot", containing: #"["region","wifi"]"#)
            try client.publish("home/van/wifi", #"{"ssid":"","tst":1760000080}"#)
            try client.message(
                "geofence/status/van/depot",
                containing: #"["region"],"distance":-150,"time":"2025-10-09T08:54:40"#
            )
            try client.move("van", 52.6, at: 1_760_000_120)
            try client.message("geofence/device/van", containing: "08:55:20")
            #expect(agent.stop() == 0)
            #expect(told("van") == Self.journey)
        }

        private static let journey = [
            """
            geofence/status/van/depot {"status":"outside","since":"2025-10-09T08:53:20.000Z","via":[],\
            "distance":10977.8,"time":"2025-10-09T08:53:20.000Z","confidence":1}
            """,
            """
            geofence/status/van/guest {"status":"unknown","via":[],"time":"2025-10-09T08:53:20.000Z"}
            """,
            """
            geofence/device/van {"inside":[],"latitude":52.6,"longitude":13.4,"time":"2025-10-09T08:53:20.000Z"}
            """,
            """
            geofence/status/van/depot {"status":"inside","since":"2025-10-09T08:54:20.000Z","via":["region"],\
            "distance":-150,"time":"2025-10-09T08:54:20.000Z","accuracy":8,"confidence":1,\
            "visit":"van/depot/2025-10-09T08:54:20.000Z"}
            """,
            """
            geofence/event/van/depot {"event":"enter","id":"van/depot/2025-10-09T08:54:20.000Z/enter",\
            "device":"van","fence":"depot","name":"Depot Nord","time":"2025-10-09T08:54:20.000Z",\
            "latitude":52.5,"longitude":13.4,"accuracy":8,"via":["region"],"cause":"position","confidence":1,\
            "visit":"van/depot/2025-10-09T08:54:20.000Z","seq":1}
            """,
            """
            geofence/device/van {"inside":["depot"],"latitude":52.5,"longitude":13.4,"accuracy":8,\
            "time":"2025-10-09T08:54:20.000Z"}
            """,
            """
            geofence/status/van/depot {"status":"inside","since":"2025-10-09T08:54:20.000Z","via":["region",\
            "wifi"],"distance":-150,"time":"2025-10-09T08:54:30.000Z","accuracy":8,"confidence":1,\
            "visit":"van/depot/2025-10-09T08:54:20.000Z"}
            """,
            """
            geofence/status/van/guest {"status":"outside","since":"2025-10-09T08:54:30.000Z","via":[],\
            "time":"2025-10-09T08:54:30.000Z","accuracy":8,"confidence":1}
            """,
            """
            geofence/device/van {"inside":["depot"],"latitude":52.5,"longitude":13.4,"accuracy":8,\
            "time":"2025-10-09T08:54:20.000Z","wifi":{"ssid":"DepotNet","bssid":"aa:bb:cc:00:11:22",\
            "time":"2025-10-09T08:54:30.000Z"}}
            """,
            """
            geofence/status/van/depot {"status":"inside","since":"2025-10-09T08:54:20.000Z","via":["region"],\
            "distance":-150,"time":"2025-10-09T08:54:40.000Z","accuracy":8,"confidence":1,\
            "visit":"van/depot/2025-10-09T08:54:20.000Z"}
            """,
            """
            geofence/device/van {"inside":["depot"],"latitude":52.5,"longitude":13.4,"accuracy":8,\
            "time":"2025-10-09T08:54:20.000Z"}
            """,
            """
            geofence/status/van/depot {"status":"outside","since":"2025-10-09T08:55:20.000Z","via":[],\
            "distance":10977.8,"time":"2025-10-09T08:55:20.000Z","confidence":1}
            """,
            """
            geofence/event/van/depot {"event":"exit","id":"van/depot/2025-10-09T08:54:20.000Z/exit",\
            "device":"van","fence":"depot","name":"Depot Nord","time":"2025-10-09T08:55:20.000Z",\
            "latitude":52.6,"longitude":13.4,"via":["region"],"cause":"position","confidence":1,\
            "visit":"van/depot/2025-10-09T08:54:20.000Z","seq":2,"duration":60}
            """,
            """
            geofence/device/van {"inside":[],"latitude":52.6,"longitude":13.4,"time":"2025-10-09T08:55:20.000Z"}
            """,
        ]

        @Test func `a dashboard that comes later sees how things are, and no event`() throws {
            let agent = try start()
            try client.move("van", 52.6, at: 1_760_000_000)
            try client.move("van", 52.5, at: 1_760_000_060)
            try client.message("geofence/device/van", containing: "depot")
            let dashboard = try site.client("dashboard")
            try dashboard.subscribe("geofence/#")
            let topics = dashboard.messages.filter(\.isRetained).map(\.topic).sorted()
            #expect(
                topics == [
                    "geofence/agent/info", "geofence/agent/state", "geofence/agent/stats",
                    "geofence/device/van",
                    "geofence/fence/depot", "geofence/fence/guest", "geofence/status/van/depot",
                    "geofence/status/van/guest",
                ]
            )
            #expect(dashboard.messages.count == topics.count)
            agent.stop()
        }

        @Test func `says that it is offline when it goes, and the broker says so when it can't`() throws {
            let agent = try start()
            #expect(agent.stop() == 0)
            try client.message("geofence/agent/state", containing: "offline")
            client.forget()
            try site.connectedAgent(client).kill()
            try client.message("geofence/agent/state", containing: "offline")
        }

        @Test(arguments: [SIGTERM, SIGKILL])
        func `takes up where it was, with no event and no other status`(_ signal: Int32) throws {
            let first = try start()
            try client.move("van", 52.6, at: 1_760_000_000)
            try client.move("van", 52.5, at: 1_760_000_060)
            try client.message("geofence/device/van", containing: "depot")
            first.send(signal)
            _ = first.end()
            let count = client.messages.count
            let second = try site.connectedAgent(client)
            try client.move("van", 52.6, at: 1_760_000_120)
            try client.message("geofence/event/van/depot", containing: "exit", after: count)
            let events = Set(told("event/van").map { $0.split(separator: "\"")[7] })
            #expect(
                events == [
                    "van/depot/2025-10-09T08:54:20.000Z/enter", "van/depot/2025-10-09T08:54:20.000Z/exit",
                ]
            )
            #expect(
                client.messages.last { $0.topic == "geofence/event/van/depot" }?.payload.contains("\"seq\":2")
                    == true
            )
            second.stop()
        }

        @Test func `takes what came while it was away, with the timers of that time`() throws {
            let rules = #", "rules": { "exitAfter": 30 }"#
            let first = try start(more: rules)
            let now = Int(Date().timeIntervalSince1970)
            try client.move("van", 52.6, at: now - 300)
            try client.move("van", 52.5, at: now - 200)
            try client.message("geofence/event/van/depot", containing: "enter")
            first.stop()
            try client.move("van", 52.6, at: now - 100)
            try client.move("van", 52.5, at: now - 80)
            try client.move("bike", 52.5, at: now - 79)
            let second = try site.connectedAgent(client)
            try client.message("geofence/device/bike", containing: "depot")
            #expect(!told("event/van").contains { $0.contains("exit") })
            second.stop()
        }

        @Test func `timers run without a message`() throws {
            let agent = try start(more: #", "rules": { "exitAfter": 1, "dwell": [1], "wifiExpiry": 1 }"#)
            let now = Int(Date().timeIntervalSince1970)
            try client.move("van", 52.6, at: now)
            try client.move("van", 52.5, at: now + 1)
            try client.message("geofence/event/van/depot", containing: #""event":"dwell""#)
            try client.move("van", 52.6, at: now + 3)
            try client.message("geofence/event/van/depot", containing: #""event":"exit""#)
            try client.publish("home/van/wifi", "Other")
            try client.publish("home/van/wifi", "Guest")
            try client.message("geofence/event/van/guest", containing: #""event":"enter""#)
            try client.message("geofence/event/van/guest", containing: #""event":"exit""#)
            agent.stop()
        }

        @Test func `speaks MQTT 3.1.1`() throws {
            let agent = try start(mqtt: #", "protocol": "3.1.1""#)
            try client.move("van", 52.6, at: 1_760_000_000)
            try client.move("van", 52.5, at: 1_760_000_060)
            try client.message("geofence/event/van/depot", containing: "enter")
            #expect(agent.stop() == 0)
            try client.message("geofence/agent/state", containing: "offline")
        }

        @Test func `a second agent leaves the store alone`() throws {
            let first = try start()
            let second = try site.agent()
            #expect(second.end() == 75)
            #expect(second.text.contains("another agent uses this store"))
            #expect(first.stop() == 0)
        }

        /// Layout and codec are in the header of SQLite's file, big-endian: at 60 and at 68.
        @Test(arguments: [
            (63, UInt8(8), "written by geofence-agent 0.1.0 (layout 8, codec 14), which is later than this"),
            (71, UInt8(15), "written by geofence-agent 0.1.0 (layout 7, codec 15), which is later than this"),
            (71, UInt8(0), "written by geofence-agent 0.1.0 (layout 7, codec 0), which this"),
        ])
        func `a store of another version is left alone, and no service manager starts it again`(
            _ offset: Int,
            _ byte: UInt8,
            _ text: String
        ) throws {
            #expect(try start().stop() == 0)
            let path = site.path("agent.sqlite")
            var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            bytes[offset] = byte
            try bytes.write(to: URL(fileURLWithPath: path))
            let agent = try site.agent()
            #expect(agent.end() == 78)
            #expect(agent.text.contains(text))
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
            let unit = try String(contentsOfFile: "config/geofence-agent.service", encoding: .utf8)
            #expect(unit.contains("RestartPreventExitStatus=64 78"))
        }

        /// Adds an input to the journal that there is not.
        private static func damage(_ path: String) throws {
            let store = try Store(path: path, durability: .process)
            try store.commit(Batch(journal: [0xEE]), time: 1)
        }

        @Test func `a damaged store is taken over as far as it can be read`() throws {
            let first = try start()
            try client.move("van", 52.6, at: 1_760_000_000)
            try client.message("geofence/device/van")
            try client.publish(
                "geofence/request/fence/set",
                #"{"id":"yard","latitude":52.6,"longitude":13.4,"radius":100}"#
            )
            try client.message("geofence/status/van/yard")
            #expect(first.stop() == 0)
            try Self.damage(site.path("agent.sqlite"))
            let second = try site.connectedAgent(client)
            #expect(second.text.contains("fences 1, overrides 0, devices 1"))
            #expect(second.text.contains("journal 1"))
            #expect(second.stop() == 0)
        }

        @Test func `a store that turns out to be damaged while the agent runs is taken over at its end`()
            throws
        {
            let first = try start(more: #", "history": {}"#)
            try client.move("van", 52.6, at: 1_760_000_000)
            try client.message("geofence/device/van")
            #expect(first.stop() == 0)
            try Self.blankPositions(site.path("agent.sqlite"))
            let second = try site.connectedAgent(client)
            try client.move("van", 52.61, at: 1_760_000_060)
            #expect(second.end(within: 60) == 74)
            #expect(second.text.contains("lost=runs of positions 1 broken places"))
            let third = try site.connectedAgent(client)
            try client.message("geofence/device/van", containing: "52.61")
            #expect(third.stop() == 0)
            var times: [Int64] = []
            let reader = try HistoryReader(path: site.path("agent.sqlite"))
            for device in try reader.devices() {
                try reader.positions(of: device, in: HistoryRange()) { times.append($0.time) }
            }
            #expect(times == [1_760_000_060_000])
        }

        /// Makes the page of the positions one that SQLite can't read; a start doesn't look at it.
        private static func blankPositions(_ path: String) throws {
            let store = try Store(path: path, durability: .process)
            let page = try store.withoutTransaction { db in
                try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'position_run'")
            }
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.seek(toOffset: UInt64((try #require(page) - 1) * 4096))
            try file.write(contentsOf: [UInt8](repeating: 0xFF, count: 100))
            try file.close()
        }
    }
}
