import Foundation
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

extension BrokerTests {
    /// Several agents that share a fleet over one broker.
    @Suite struct ShardBrokerTests {
        private let site: Site
        private let client: Client
        private static let ranges = ["0-20", "21-41", "42-63"]

        init() throws {
            (site, client) = try Site.watched()
        }

        /// Writes the configuration of the agent of a range; gives its name.
        private func configure(_ range: String) throws -> String {
            let bounds = range.split(separator: "-")
            let shard = #"{"partitions":64,"from":\#(bounds[0]),"to":\#(bounds[1])}"#
            try site.configure(store: site.path("\(range).sqlite"), more: #","shard":\#(shard)"#)
            let text = try String(contentsOfFile: site.path("agent.json"), encoding: .utf8)
            let named = text.replacing(#""clientId": "agent""#, with: #""clientId": "agent-\#(range)""#)
            try site.write(named, to: "\(range).json")
            return "\(range).json"
        }

        private func start(_ range: String) throws -> AgentProcess {
            let count = client.messages.count
            let agent = try site.agent("\(range).json")
            try client.message("geofence/agent/\(range)/state", containing: "online", after: count)
            return agent
        }

        @Test func `their events are those of one agent, and counts and answers are one`() throws {
            for range in Self.ranges { _ = try configure(range) }
            var agents = try Self.ranges.map { try start($0) }
            let track = FleetTrack(devices: 30, steps: 20)
            for (step, entry) in track.entries.enumerated() {
                try client.publish("fleet/\(entry.device)/location", entry.line)
                guard step % 200 == 150 else { continue }
                let index = step / 200 % agents.count
                agents[index].kill()
                agents[index] = try start(Self.ranges[index])
            }
            let file = try site.write(track.text, to: "track.jsonl")
            try site.configure(store: site.path("none.sqlite"))
            let wanted = try track.replayedIDs(site.path("agent.json"), file)
            #expect(wanted.count > 90)
            try client.wait(for: "all events") { Set($0.eventIDs()).count >= wanted.count }
            #expect(Set(client.eventIDs()) == wanted)

            // Those whose last position is inside.
            let inside = (0..<30).filter { (19 + $0) / 3 % 4 < 2 }.map { "van\($0)" }.sorted()
            let names = inside.map { "\"\($0)\"" }.joined(separator: ",")
            let sum = #"{"count":\#(inside.count),"devices":[\#(names)]}"#
            try client.wait(for: "the sum") { client in
                client.messages.last { $0.topic == "geofence/fence/depot" }?.payload == sum
            }
            for range in Self.ranges {
                let topic = "geofence/shard/\(range)/fence/depot"
                #expect(client.messages.contains { $0.topic == topic })
            }
            var schema = try PublishedSchema("info")
            let info = try #require(client.messages.last { $0.topic == "geofence/agent/0-20/info" })
            #expect(try schema.problems(Array(info.payload.utf8)) == [])
            #expect(schema.seen.isSuperset(of: ["shard.partitions", "shard.from", "shard.to"]))
            try answers(agents)
            for agent in agents { #expect(agent.stop() == 0) }
        }

        /// Requests are answered once; `status` asks all.
        private func answers(_ agents: [AgentProcess]) throws {
            client.forget()
            let requests = [
                ("device/status", #"{"device":"van7"}"#), ("device/list", "{}"),
                ("fence/set", #"{"id":"gate","latitude":50,"longitude":13,"radius":50}"#),
                ("fence/list", #"{"partition":30}"#),
            ]
            for (command, payload) in requests { try client.publish("geofence/request/\(command)", payload) }
            let fences = try AgentProcess.run(["status", "--config", site.path("0-20.json")])
            #expect(fences.code == 0, "\(fences.errors)")
            for number in 0..<30 { #expect(fences.output.contains("van\(number) "), "\(fences.output)") }
            let asked = requests.map(\.0).filter { $0 != "device/list" }
            try client.wait(for: "answers") { client in
                asked.allSatisfy { command in
                    client.messages.contains { $0.topic == "geofence/response/\(command)" }
                }
            }
            // A second answer would come about now.
            try client.turn(300)
            for command in asked {
                let answers = client.messages.filter { $0.topic == "geofence/response/\(command)" }
                #expect(answers.count == 1, "\(command): \(answers)")
                #expect(answers.allSatisfy { $0.payload.hasPrefix(#"{"status":"ok""#) })
            }
            let listed = client.messages.last { $0.topic == "geofence/response/fence/list" }?.payload ?? ""
            #expect(listed.contains(#""id":"gate""#), "\(listed)")
            #expect(listed.contains(#""from":21,"to":41"#), "\(listed)")
        }

        @Test func `a store stays with its shard`() throws {
            let file = try configure("0-20")
            let agent = try start("0-20")
            try client.move("van0", 52.5, at: 1_760_000_000)
            for number in 1..<20 { try client.move("van\(number)", 52.5, at: 1_760_000_000) }
            try client.wait(for: "a device") {
                $0.messages.contains { $0.topic.hasPrefix("geofence/device/") }
            }
            #expect(agent.stop() == 0)
            let text = try String(contentsOfFile: site.path(file), encoding: .utf8)
            let others = [
                text.replacing(#""to":20"#, with: #""to":21"#),
                text.replacing(#","shard":{"partitions":64,"from":0,"to":20}"#, with: ""),
            ]
            for other in others {
                try site.write(other, to: "other.json")
                let wrong = try site.agent("other.json")
                #expect(wrong.end() == 78)
                #expect(wrong.text.contains("has the devices of partitions 0-20 of 64"), "\(wrong.text)")
            }
        }
    }
}
