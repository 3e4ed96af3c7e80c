import Foundation

/// What the agent has of the machine, the most that was seen of each.
struct SiegeWatch: CustomStringConvertible {
    /// Kibibytes of memory.
    private(set) var memory = 0
    private(set) var descriptors = 0
    private(set) var threads = 0
    /// Seconds.
    private(set) var longestTurn = 0.0
    /// Seconds of the longest turn that counts as none: in one the agent may have been stopped.
    private(set) var longestStop = 0.0

    mutating func look(at agent: AgentProcess, http: Int) {
        let folder = "/proc/\(agent.id)"
        let status = (try? String(contentsOfFile: folder + "/status", encoding: .utf8)) ?? ""
        memory = max(memory, Self.number("VmRSS:", in: status))
        threads = max(threads, Self.number("Threads:", in: status))
        let open = try? FileManager.default.contentsOfDirectory(atPath: folder + "/fd")
        descriptors = max(descriptors, open?.count ?? 0)
        let page = HTTPAnswer(port: http, "/metrics").body
        for line in page.split(separator: "\n")
        where line.hasPrefix("geofence_agent_loop_longest_turn_seconds") {
            longestTurn = max(longestTurn, line.split(separator: " ").last.flatMap { Double($0) } ?? 0)
        }
    }

    /// The agent was stopped for some milliseconds.
    mutating func stopped(for milliseconds: Int) {
        longestStop = max(longestStop, Double(milliseconds) / 1000)
    }

    private static func number(_ name: String, in text: String) -> Int {
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }

    var description: String {
        "\(memory / 1024) MB, \(descriptors) descriptors, \(threads) threads, longest turn \(longestTurn) s"
    }

    /// What is more than in a run without faults could be.
    func excess(over calm: SiegeWatch, memory more: Int, longestTurn most: Double) -> String? {
        if memory > calm.memory + more { return "memory \(memory) KiB, without faults \(calm.memory)" }
        if descriptors > calm.descriptors + 4 {
            return "\(descriptors) descriptors, without faults \(calm.descriptors)"
        }
        if threads > calm.threads + 4 { return "\(threads) threads, without faults \(calm.threads)" }
        return longestTurn > most + longestStop ? "a turn of \(longestTurn) s" : nil
    }
}
