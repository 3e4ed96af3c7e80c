import CLibrary
import Foundation
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

extension BrokerTests {
    /// Two agents that compute the same over one broker, one of which is lost now and then.
    @Suite final class StandbyBrokerTests {
        private let site: Site
        private let client: Client
        private var agents: [String: AgentProcess] = [:]
        private var echo = "own"
        /// Seconds.
        private var lease = 1
        /// So long that a machine with much to do holds up neither the broker nor an agent for it: then both
        /// would answer.
        private static let ampleLease = 3
        private static let rules = #""enterAfter":30,"exitAfter":20,"dwell":[100]"#

        init() throws {
            (site, client) = try Site.watched()
        }

        /// Writes the configuration of one of the two, and starts it.
        private func start(
            _ id: String,
            rules: String = rules,
            environment: [String: String] = [:]
        ) throws {
            let more = #","standby":{"id":"\#(id)","lease":\#(lease),"echo":"\#(echo)"},"rules":{\#(rules)}"#
            try site.configure(store: site.path("\(id).sqlite"), more: more)
            try site.write(
                String(contentsOfFile: site.path("agent.json"), encoding: .utf8),
                to: "\(id).json"
            )
            let count = client.messages.count
            agents[id] = try site.agent("\(id).json", environment: environment)
            try client.message("geofence/agent/\(id)/state", containing: "online", after: count)
        }

        /// Starts the first, which leads, and the second.
        private func startBoth(rules: String = rules) throws {
            try start("a", rules: rules)
            try client.message("geofence/agent/state", containing: "online")
            try start("b", rules: rules)
        }

        private func process(_ id: String) throws -> AgentProcess { try #require(agents[id]) }

        /// Waits until one leads, of what is heard from now on.
        private func waitForLead(_ id: String) throws {
            let count = client.messages.count
            try client.message("geofence/agent/lease", containing: #""leader":"\#(id)""#, after: count)
        }

        /// Loses the leader in the midst of a track; gives who leads then.
        private func lose(_ leader: String, frozen: Bool) throws -> String {
            let other = leader == "a" ? "b" : "a"
            if frozen {
                try process(leader).send(SIGSTOP)
                try waitForLead(other)
                try process(leader).send(SIGCONT)
            } else {
                try process(leader).kill()
                try waitForLead(other)
                try start(leader)
            }
            return other
        }

        @Test(arguments: [(false, "own"), (true, "sources")])
        func `no event is missing, none is invented, and none is said in two ways`(
            _ isFrozen: Bool,
            _ echo: String
        ) throws {
            self.echo = echo
            try startBoth()
            let track = FleetTrack(devices: 20, steps: 40)
            var leader = "a"
            for (step, entry) in track.entries.enumerated() {
                try client.send("fleet/\(entry.device)/location", entry.line)
                if step % 20 == 0 { try client.flush() }
                if step % 200 == 113 { leader = try lose(leader, frozen: isFrozen) }
            }
            try track.expectEvents(site.path("a.json"), site, client, more: 100)
            try expectStatuses(track)
            #expect(client.messages.filter { $0.topic == "geofence/agent/state" }.last?.payload == "online")
            for id in ["a", "b"] { #expect(try process(id).stop() == 0) }
            try client.message("geofence/agent/state", containing: "offline")
        }

        /// What the broker has kept of each device says where it was last.
        private func expectStatuses(_ track: FleetTrack) throws {
            let reader = try site.client("reader")
            func statuses() throws -> [String: String] {
                try reader.subscribe("geofence/status/+/depot")
                let last = reader.messages.map { ($0.topic, String($0.payload.prefix(18))) }
                return Dictionary(last) { $1 }
            }
            var wanted: [String: String] = [:]
            for (index, device) in track.devices.enumerated() {
                let isInside = (39 + index) / 3 % 4 < 2
                wanted["geofence/status/\(device)/depot"] =
                    isInside ? #"{"status":"inside""# : #"{"status":"outside"#
            }
            try client.wait(for: "statuses") { _ in
                try statuses().mapValues { String($0.prefix(17)) }
                    == wanted.mapValues { String($0.prefix(17)) }
            }
        }

        @Test(arguments: ["own", "sources"])
        func `a hold that began before a loss ends by the clock of the other`(_ echo: String) throws {
            self.echo = echo
            try startBoth(rules: #""enterAfter":1"#)
            try client.move("van", 52.6, at: 1_760_000_000)
            try client.move("van", 52.5, at: 1_760_000_060)
            try process("a").kill()
            let event = try client.message("geofence/event/van/depot", containing: #""event":"enter""#)
            #expect(event.payload.contains(#""confirmed":"2025-10-09T08:54:21.000Z""#), "\(event)")
            try client.wait(for: "status") {
                $0.messages.last { $0.topic == "geofence/status/van/depot" }?.payload.contains("inside")
                    ?? false
            }
            #expect(try process("b").stop() == 0)
        }

        @Test func `the end of the last one is that of the pair`() throws {
            try start("a")
            try client.message("geofence/agent/state", containing: "online")
            #expect(try process("a").waitForLog(" connected ", times: 2))
            try process("a").kill()
            try client.message("geofence/agent/state", containing: "offline")
            try start("b")
            let count = client.messages.count
            try client.message("geofence/agent/state", containing: "online", after: count)
            try client.message("geofence/agent/a/state", containing: "offline")
            #expect(try process("b").stop() == 0)
        }

        @Test func `a request has one answer, and what it changes both know`() throws {
            lease = Self.ampleLease
            try startBoth()
            try waitForLead("a")
            client.forget()
            try client.publish(
                "geofence/request/fence/set",
                #"{"id":"gate","latitude":50,"longitude":13,"radius":50}"#
            )
            try client.publish("geofence/request/fence/list", "{}")
            try client.message("geofence/response/fence/list", containing: #""id":"gate""#)
            // What the other has to say to that it says before it counts one more fence.
            try client.publish(
                "geofence/request/fence/set",
                #"{"id":"dock","latitude":50,"longitude":13,"radius":50}"#
            )
            try client.message("geofence/agent/b/info", containing: #""fences":4"#)
            try client.wait(for: "the answer of the first") {
                $0.messages.count { $0.topic == "geofence/response/fence/set" } >= 2
            }
            try client.turn(300)
            for (command, count) in [("fence/set", 2), ("fence/list", 1)] {
                #expect(client.messages.count { $0.topic == "geofence/response/\(command)" } == count)
            }
            try process("a").kill()
            try waitForLead("b")
            client.forget()
            let run = try AgentProcess.run(["fences", "list", "--live", "--config", site.path("b.json")])
            #expect(run.output.contains("gate"), "\(run.output) \(run.errors)")
            #expect(try process("b").stop() == 0)
        }

        @Test func `what is asked as the leader is lost has one answer, and none when it comes back`() throws
        {
            lease = Self.ampleLease
            try startBoth()
            try waitForLead("a")
            try process("a").send(SIGSTOP)
            for number in 1...3 {
                try client.publish("geofence/request/fence/list", #"{"transaction":\#(number)}"#)
            }
            try waitForLead("b")
            try client.message("geofence/response/fence/list", containing: #""transaction":3"#)
            try process("a").send(SIGCONT)
            #expect(try process("a").waitForLog("stands by"))
            try client.publish("geofence/request/fence/list", #"{"transaction":4}"#)
            try client.message("geofence/response/fence/list", containing: #""transaction":4"#)
            // Asked of the first alone, it has nothing left to answer.
            try process("b").kill()
            try waitForLead("a")
            try client.publish("geofence/request/fence/list", #"{"transaction":5}"#)
            try client.message("geofence/response/fence/list", containing: #""transaction":5"#)
            let answers = client.messages.filter { $0.topic == "geofence/response/fence/list" }
            for number in 1...5 {
                let count = answers.count { $0.payload.contains(#""transaction":\#(number)"#) }
                #expect(count == 1, "\(number)")
            }
            #expect(try process("a").stop() == 0)
        }

        @Test func `one whose disk stands still for a lease leaves to the other what was asked meanwhile`()
            throws
        {
            lease = Self.ampleLease
            let shim = try SiegeShim(library: SiegeShim.library(), control: site.path("control"))
            try start("a", environment: shim.environment)
            try client.message("geofence/agent/state", containing: "online")
            try start("b")
            try waitForLead("a")
            shim.holdsDisk = true
            try client.publish("geofence/request/fence/list", #"{"transaction":1}"#)
            try waitForLead("b")
            try client.message("geofence/response/fence/list", containing: #""transaction":1"#)
            shim.holdsDisk = false
            #expect(try process("a").waitForLog("stands by"))
            try process("b").kill()
            try waitForLead("a")
            try client.publish("geofence/request/fence/list", #"{"transaction":2}"#)
            try client.message("geofence/response/fence/list", containing: #""transaction":2"#)
            let answers = client.messages.filter { $0.topic == "geofence/response/fence/list" }
            #expect(answers.count == 2, "\(answers)")
            #expect(try process("a").stop() == 0)
        }

        @Test func `one that is stopped leaves the lead to the other, without word that none is there`()
            throws
        {
            try startBoth()
            try client.message("geofence/agent/b/info", containing: #""standby":{"id":"b","leads":false"#)
            var schema = try PublishedSchema("info")
            let info = try #require(client.messages.last { $0.topic == "geofence/agent/b/info" })
            #expect(try schema.problems(Array(info.payload.utf8)) == [])
            #expect(schema.seen.isSuperset(of: ["standby.id", "standby.leads", "standby.term"]))
            client.forget()
            #expect(try process("a").stop() == 0)
            try waitForLead("b")
            #expect(
                !client.messages.contains { $0.topic == "geofence/agent/state" && $0.payload == "offline" }
            )
            try start("a")
            try client.message("geofence/agent/a/info", containing: #""leads":false"#)
            try waitForLead("b")
            #expect(try process("a").stop() == 0)
            #expect(try process("b").stop() == 0)
            try client.catchUp()
            #expect(client.messages.last { $0.topic == "geofence/agent/state" }?.payload == "offline")
        }
    }
}
