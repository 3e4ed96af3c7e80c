import CLibrary
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// What only a start or a reload runs doesn't stay in memory.
    @Suite struct MemoryAtRestTests {
        private let site: Site
        private let client: Client
        private let agent: AgentProcess

        /// An agent that has come to rest.
        init() throws {
            site = try Site()
            (agent, client) = try site.start()
            try wait { figures in
                let (pages, most) = (try #require(figures["RssFile"]), try #require(figures["VmHWM"]))
                return pages < most / 2
            }
        }

        @Test func `once the agent is connected, little of the program stays in memory`() throws {
            try client.move("van", 52.5, at: 1_760_000_060)
            try client.message("geofence/device/van", containing: "depot")
            #expect(agent.stop() == 0)
        }

        @Test(arguments: [(isRight: true, log: "is in force"), (false, "stays in force")])
        func `a reload gives back what it has run, and what had run before`(_ isRight: Bool, _ log: String)
            throws
        {
            // Which brings some of it into memory, and nothing takes that out but what follows a reload.
            try client.move("van", 52.5, at: 1_760_000_060)
            try client.message("geofence/device/van", containing: "depot")
            let before = try #require(figures()["RssFile"])
            if !isRight { try site.write(#"{ "mqtt": 5 }"#, to: "agent.json") }
            agent.send(SIGHUP)
            #expect(agent.waitForLog(log), "\(agent.text)")
            try wait { try #require($0["RssFile"]) < before * 9 / 10 }
            #expect(agent.stop() == 0)
        }

        private func wait(until isDone: ([String: Int]) throws -> Bool) throws {
            try client.wait(for: "the program's pages to be given back") { _ in try isDone(figures()) }
        }

        /// In kB.
        ///
        /// Source: proc(5), `/proc/pid/status`.
        private func figures() throws -> [String: Int] {
            let text = String(
                decoding: try FileContents(path: "/proc/\(agent.id)/status").bytes,
                as: UTF8.self
            )
            return text.split(separator: "\n").reduce(into: [:]) { figures, line in
                let words = line.split { $0 == ":" || $0 == "\t" || $0 == " " }
                if words.count == 3, let number = Int(words[1]) { figures[String(words[0])] = number }
            }
        }
    }
}
