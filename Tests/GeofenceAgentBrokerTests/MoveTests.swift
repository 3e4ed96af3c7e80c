import CLibrary
import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

extension BrokerTests {
    /// `move`: partitions go from one agent to another, in the middle of tracks.
    @Suite final class MoveTests {
        let site: Site
        let client: Client
        private let track = FleetTrack(devices: 40, steps: 36)
        private var sent = 0
        /// Whether the broker maps the topic of a device to one of its partition, and how many there are.
        private var (isMapped, partitions) = (false, 64)
        /// The agent that is to give partitions.
        var first: AgentProcess?
        /// What the configurations have besides, and another source in the place of the fleet's.
        var (more, source): (String, String?) = ("", nil)
        private static let rules = #""enterAfter":30,"exitAfter":20,"dwell":[100,700]"#

        init() throws {
            (site, client) = try Site.watched()
        }

        func configure(_ name: String, _ range: ClosedRange<Int>, _ standby: String? = nil) throws {
            let (first, last) = (range.lowerBound, range.upperBound)
            let shard = #","shard":{"partitions":\#(partitions),"from":\#(first),"to":\#(last)}"#
            let file = try site.configure(
                store: site.path("\(name)\(standby ?? "").sqlite"),
                more: shard + #","rules":{\#(Self.rules)},"history":{"days":36500}"# + self.more
                    + (standby.map { #","standby":{"id":"\#($0)","lease":1}"# } ?? "")
            )
            let text = try String(contentsOfFile: file, encoding: .utf8)
            var own = text.replacing(#""clientId": "agent""#, with: #""clientId": "agent-\#(name)""#)
            if let source { own = own.replacing(#""fleet/{device}/location""#, with: source) }
            if isMapped {
                let sources = range.map { #"{ "topic": "p/\#($0)/fleet/{device}/location" }"# }
                let source = #"{ "topic": "fleet/{device}/location" }"#
                own = own.replacing(source, with: sources.joined(separator: ", "))
            }
            try site.write(own, to: "\(name)\(standby ?? "").json")
        }

        /// The topic on which a device's positions come to the agents.
        private func topic(_ device: String) -> String {
            guard isMapped else { return "fleet/\(device)/location" }
            let shard = Shard(partitions: partitions, range: 0...0)
            let partition = Array(device.utf8).withUnsafeBytes(shard.partition(of:))
            return "p/\(partition)/fleet/\(device)/location"
        }

        func start(_ name: String, _ range: String) throws -> AgentProcess {
            let count = client.messages.count
            let agent = try site.agent("\(name).json")
            try client.message("geofence/agent/\(range)/state", containing: "online", after: count)
            return agent
        }

        /// Publishes the track up to a step.
        private func send(upTo step: Int) throws {
            for entry in track.entries[sent..<(step * track.devices.count)] {
                try client.send(topic(entry.device), entry.line)
            }
            sent = step * track.devices.count
            try client.flush()
        }

        func move(_ standby: String = "") throws -> AgentProcess {
            let files = ["first", "second"].map { site.path("\($0)\(standby).json") }
            return try AgentProcess(
                ["move", "--from", files[0], "--to", files[1]],
                log: site.folder.appendingPathComponent("move.log")
            )
        }

        /// The ids of the devices in a store.
        func devices(_ name: String) throws -> Set<String> {
            let store = try Store(path: site.path("\(name).sqlite"), durability: .process)
            let settings = try AgentSettings(Self.load(site.path("\(name).json")))
            let agent = try Agent.recovered(settings, stored: store.load())
            return Set(agent.tracker.engine.deviceIDs.map(\.description))
        }

        private static func load(_ file: String) throws -> geofence_agent.Configuration {
            try geofence_agent.Configuration.load(path: file, environment: [:])
        }

        private func owned(_ range: ClosedRange<Int>) throws -> Set<String> {
            let shard = Shard(partitions: 64, range: range)
            return Set(try track.devices.filter { shard.owns(try Identifier($0)) })
        }

        /// All events are those of one agent, each said in one way.
        private func expectAll() throws {
            try site.configure(store: site.path("none.sqlite"), more: #","rules":{\#(Self.rules)}"#)
            try track.expectEvents(site.path("agent.json"), site, client, more: 300, topic: topic)
        }

        @Test(arguments: [false, true])
        func `what is moved in the middle of holds and dwell times goes on elsewhere`(_ isKilled: Bool)
            throws
        {
            try configure("first", 0...31)
            try configure("second", 32...63)
            var agents = try (start("first", "0-31"), start("second", "32-63"))
            try send(upTo: 10)
            #expect(agents.1.stop() == 0)
            try send(upTo: 14)
            try configure("first", 0...15)
            try configure("second", 16...63)
            // Neither begins with its new range before.
            #expect(try site.agent("second.json").end() == 78)
            // Begun and broken off, it can be begun again.
            let broken = try move()
            #expect(broken.waitForLog("stop it now"))
            broken.kill()
            try send(upTo: 16)
            let process = try move()
            #expect(process.waitForLog("stop it now", times: 2))
            try send(upTo: 18)
            if isKilled { agents.0.kill() } else { #expect(agents.0.stop() == 0) }
            try send(upTo: 22)
            #expect(process.end() == 0, "\(process.text)")
            let moved = try owned(16...31)
            #expect(moved.count > 5)
            #expect(process.text.contains("\(moved.count) devices are moved"), "\(process.text)")
            #expect(try devices("first") == owned(0...15))
            #expect(try devices("second") == owned(16...63))
            agents = try (start("second", "16-63"), start("first", "0-15"))
            try send(upTo: 36)
            try expectAll()
            #expect(agents.0.stop() == 0)
            #expect(agents.1.stop() == 0)
            let device = moved.sorted()[0]
            let arguments = ["history", device, "--events", "--format", "json"]
            let past = try AgentProcess.run(arguments + ["--config", site.path("second.json")])
            let told = Set(client.messages.filter { $0.topic == "geofence/event/\(device)/depot" })
            #expect(past.output.split(separator: "\n").count == told.count, "\(past.output) \(past.errors)")
        }

        @Test func `where the broker maps topics, the session of who gets more gets those as well`() throws {
            (isMapped, partitions) = (true, 4)
            try configure("first", 0...2)
            try configure("second", 3...3)
            var agents = try (start("first", "0-2"), start("second", "3-3"))
            try send(upTo: 10)
            #expect(agents.1.stop() == 0)
            try send(upTo: 12)
            try configure("first", 0...1)
            try configure("second", 2...3)
            let process = try move()
            #expect(process.waitForLog("stop it now"), "\(process.text)")
            // What comes now of the partition that moves is read by both, and what comes behind by one.
            try send(upTo: 14)
            #expect(agents.0.stop() == 0)
            try send(upTo: 18)
            #expect(process.end() == 0, "\(process.text)")
            agents = try (start("first", "0-1"), start("second", "2-3"))
            try send(upTo: 36)
            try expectAll()
            #expect(agents.0.stop() == 0)
            #expect(agents.1.stop() == 0)
        }

        @Test func `between pairs the first ones move, and copies of them take over`() throws {
            try configure("first", 0...31, "a")
            try configure("first", 0...31, "b")
            try configure("second", 32...63, "a")
            try configure("second", 32...63, "b")
            var agents = ["first": try start("firsta", "0-31/a"), "second": try start("seconda", "32-63/a")]
            for range in ["0-31", "32-63"] { try waitForLead("a", range) }
            var others = ["first": try start("firstb", "0-31/b"), "second": try start("secondb", "32-63/b")]
            try send(upTo: 8)
            for agent in others.values { #expect(agent.stop() == 0) }
            #expect(agents["second"]?.stop() == 0)
            try send(upTo: 12)
            for id in ["a", "b"] {
                try configure("first", 0...15, id)
                try configure("second", 16...63, id)
            }
            let process = try move("a")
            #expect(process.waitForLog("stop it now"), "\(process.text)")
            try send(upTo: 14)
            #expect(agents["first"]?.stop() == 0)
            #expect(process.end() == 0, "\(process.text)")
            for (name, range) in [("first", "0-15"), ("second", "16-63")] {
                agents[name] = try start("\(name)a", "\(range)/a")
                try waitForLead("a", range)
                try send(upTo: name == "first" ? 16 : 18)
                for file in ["\(name)b.sqlite", "\(name)b.sqlite-wal", "\(name)b.sqlite-shm"] {
                    try? FileManager.default.removeItem(atPath: site.path(file))
                }
                let files = ["--from", site.path("\(name)a.json"), "--to", site.path("\(name)b.json")]
                let copy = try AgentProcess.run(["copy"] + files)
                #expect(copy.code == 0, "\(copy.errors)")
                others[name] = try start("\(name)b", "\(range)/b")
            }
            try send(upTo: 24)
            for agent in agents.values { agent.kill() }
            for range in ["0-15", "16-63"] { try waitForLead("b", range) }
            try send(upTo: 36)
            try expectAll()
            for agent in others.values { #expect(agent.stop() == 0) }
        }

        private func waitForLead(_ id: String, _ range: String) throws {
            let (topic, count) = ("geofence/agent/\(range)/lease", client.messages.count)
            try client.message(topic, containing: #""leader":"\#(id)""#, after: count)
        }

        @Test func `what the first had yet to send is published, in its order`() throws {
            try configure("first", 0...15)
            try configure("second", 16...63)
            let plan = try MovePlan(
                source: Self.load(site.path("first.json")),
                target: Self.load(site.path("second.json"))
            )
            let rows = (1...30).map { number in
                OutboxRow(
                    number: Int64(number),
                    topic: "geofence/event/van/depot",
                    payload: Array("\(number)".utf8),
                    isRetained: false,
                    time: 0,
                    correlation: number == 7 ? [1] : nil
                )
            }
            do {
                let store = try Store(path: plan.source.store.path, durability: .process)
                try store.commit(Batch(outgoing: rows), time: 0)
            }
            var sender = try OpenedStore(plan.source)
            try PartitionMove(plan: plan).drain(&sender) { _ in }
            // An answer is left to the agent.
            #expect(sender.agent.port.outbox.rows(behind: 0).map(\.number) == [7])
            try client.wait(for: "all") { $0.messages.count == 29 }
            #expect(client.messages.map(\.payload) == (1...30).filter { $0 != 7 }.map { "\($0)" })
        }

        @Test func `an agent that is new gets a part of one that had all`() throws {
            try configure("first", 0...63)
            var first = try start("first", "0-63")
            try send(upTo: 10)
            try configure("first", 0...31)
            try configure("second", 32...63)
            let process = try move()
            #expect(process.waitForLog("stop it now"))
            try send(upTo: 14)
            #expect(first.stop() == 0)
            try send(upTo: 16)
            #expect(process.end() == 0, "\(process.text)")
            #expect(try devices("first") == owned(0...31))
            #expect(try devices("second") == owned(32...63))
            first = try start("first", "0-31")
            let second = try start("second", "32-63")
            try send(upTo: 36)
            try expectAll()
            for agent in [first, second] { #expect(agent.stop() == 0) }
            // There is nothing left to do.
            let again = try move()
            #expect(again.end() == 0)
            #expect(again.text.contains("nothing is left to move"), "\(again.text)")
        }

        @Test func `says what has to run and what not`() throws {
            try configure("first", 0...31)
            try configure("second", 32...63)
            let agents = try (start("first", "0-31"), start("second", "32-63"))
            try send(upTo: 2)
            try configure("first", 0...15)
            try configure("second", 16...63)
            let early = try move()
            #expect(early.end() == 75)
            #expect(early.text.contains("second.sqlite: another agent uses this store"), "\(early.text)")
            #expect(agents.0.stop() == 0)
            #expect(agents.1.stop() == 0)
            let late = try move()
            #expect(late.end() == 75)
            #expect(late.text.contains("first.sqlite: no agent runs with this store"), "\(late.text)")
            try configure("second", 20...63)
            let gap = try move()
            #expect(gap.end() == 65)
            #expect(gap.text.contains("do not lie beside 0-15"), "\(gap.text)")
        }
    }
}
