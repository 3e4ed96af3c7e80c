import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// `request`: any request from the command line.
    @Suite final class RequestCommandTests {
        private let site: Site
        private let agent: AgentProcess
        private let file: String

        init() throws {
            site = try Site()
            file = try site.configure()
            let client = try site.client()
            try client.subscribe("geofence/#")
            agent = try site.connectedAgent(client)
        }

        private func request(_ arguments: [String], input: String? = nil) throws
            -> (code: Int32, output: String, errors: String)
        {
            guard let input else { return try AgentProcess.run(["request", "--config", file] + arguments) }
            let words = [AgentProcess.program.path, "request", "--config", file] + arguments
            let line = words.map { "'\($0)'" }.joined(separator: " ")
            try site.write(input, to: "input")
            return try AgentProcess.shell("\(line) < '\(site.path("input"))'")
        }

        @Test func `prints what the agent answers`() throws {
            let listed = try request(["device/list"])
            #expect(listed.output == "{\n  \"count\": 0,\n  \"devices\": []\n}\n")
            #expect(listed.code == 0)
            let fence = #"{"id":"yard","latitude":52.5,"longitude":13.4,"radius":50}"#
            #expect(try request(["fence/set", fence]).output == "{\n  \"fences\": [\"yard\"]\n}\n")
            #expect(try request(["fence/get", #"{"id":"yard"}"#]).output.contains("\"radius\": 50"))
            #expect(agent.stop() == 0)
        }

        @Test func `takes what it sends from standard input`() throws {
            let fence = #"{"id":"yard","latitude":52.5,"longitude":13.4,"radius":50}"#
            let set = try request(["fence/set", "-"], input: fence)
            #expect(set.output == "{\n  \"fences\": [\"yard\"]\n}\n", "\(set.errors)")
            #expect(agent.stop() == 0)
        }

        @Test func `prints the answer as it came, where that is wanted`() throws {
            let raw = try request(["fence/clear", #"{"type":"custom","transaction":[1,"a"]}"#, "--raw"])
            #expect(
                raw.output
                    == #"{"status":"ok","data":{"count":0,"removed":[]},"transaction":[1,"a"]}"# + "\n"
            )
            #expect(agent.stop() == 0)
        }

        @Test func `exits 65 with the reason where the agent refuses`() throws {
            let refused = try request(["device/status", #"{"device":"vna"}"#])
            #expect(refused.code == 65)
            #expect(refused.output == "")
            #expect(refused.errors.hasPrefix("nothing has been heard of a device \"vna\""))
            let unknown = try request(["device/stauts"])
            #expect(unknown.code == 65)
            #expect(unknown.errors.contains("device/status"), "\(unknown.errors)")
            #expect(agent.stop() == 0)
        }

        @Test func `exits 65 where the JSON is wrong, and 64 where the line is`() throws {
            let wrong = try request(["device/status", "{device}"])
            #expect(wrong.code == 65)
            #expect(wrong.errors.hasPrefix("the JSON: 1:2: "), "\(wrong.errors)")
            #expect(
                try request(["device/list", "-"], input: "[]").errors
                    == "standard input: must be an object in { }, not a list\n"
            )
            #expect(try request(["geofence/request/#"]).code == 64)
            #expect(try request(["device/list", "--timeout", "0"]).code == 64)
            #expect(agent.stop() == 0)
        }

        @Test func `exits 69 where no agent answers in time`() throws {
            #expect(agent.stop() == 0)
            let begun = Clock.uptime
            let unanswered = try request(["device/list", "--timeout", "1"])
            #expect(unanswered.code == 69)
            #expect(unanswered.errors.contains("nothing came within 1 s; is the agent running"))
            #expect(Clock.uptime - begun < 8000)
        }
    }
}
