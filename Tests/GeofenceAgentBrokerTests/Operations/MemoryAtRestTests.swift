import Testing

@testable import geofence_agent

extension BrokerTests {
    /// What only a start runs doesn't stay in memory.
    @Suite struct MemoryAtRestTests {
        @Test func `once the agent is connected, little of the program stays in memory`() throws {
            let site = try Site()
            let client = try site.client()
            try client.subscribe("geofence/#")
            try site.configure()
            let agent = try site.connectedAgent(client)
            try client.wait(for: "the program's pages to be given back") { _ in
                let figures = try Self.figures(of: agent)
                let (pages, most) = (try #require(figures["RssFile"]), try #require(figures["VmHWM"]))
                return pages < most / 2
            }
            try client.move("van", 52.5, at: 1_760_000_060)
            try client.message("geofence/device/van", containing: "depot")
            #expect(agent.stop() == 0)
        }

        /// In kB.
        ///
        /// Source: proc(5), `/proc/pid/status`.
        private static func figures(of agent: AgentProcess) throws -> [String: Int] {
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
