import CLibrary
import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

extension BrokerTests {
    /// `move`: partitions go from one agent to another, in the middle of tracks.
    @Suite final class MoveTests {
        private let site: Site
        private let client: Client
        private let track = FleetTrack(devices: 40, steps: 36)
        private var sent = 0
        private static let rules = #""enterAfter":30,"exitAfter":20,"dwell":[100,700]"#

        init() throws {
            (site, client) = try Site.watched()
        }

        private func configure(_ name: String, _ range: ClosedRange<Int>) throws {
            let (first, last) = (range.lowerBound, range.upperBound)
            let shard = #","shard":{"partitions":64,"from":\#(first),"to":\#(last)}"#
            let file = try site.configure(
                store: site.path("\(name).sqlite"),
                more: shard + #","rules":{\#(Self.rules)},"history":{"days":36500}"#
            )
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let own = text.replacing(#""clientId": "agent""#, with: #""clientId": "agent-\#(name)""#)
            try site.write(own, to: "\(name).json")
        }

        private func start(_ name: String, _ range: String) throws -> AgentProcess {
            let count = client.messages.count
            let agent = try site.agent("\(name).json")
            try client.message("geofence/agent/\(range)/state", containing: "online", after: count)
            return agent
        }

        /// Publishes the track up to a step.
        private func send(upTo step: Int) throws {
            for entry in track.entries[sent..<(step * track.devices.count)] {
                try client.send("fleet/\(entry.device)/location", entry.line)
            }
            sent = step * track.devices.count
            try client.flush()
        }

        private func move() throws -> AgentProcess {
            try AgentProcess(
                ["move", "--from", site.path("first.json"), "--to", site.path("second.json")],
                log: site.folder.appendingPathComponent("move.log")
            )
        }

        /// The ids of the devices in a store.
        private func devices(_ name: String) throws -> Set<String> {
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
            try track.expectEvents(site.path("agent.json"), site, client, more: 300)
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
