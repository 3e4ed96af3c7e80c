import Foundation

@testable import geofence_agent

extension Client {
    /// What the agent has counted by now: it tells after SIGHUP.
    ///
    /// A line added to its configuration makes that another one, so that what it told before isn't taken for
    /// the answer.
    func statistics(of agent: AgentProcess) throws -> [String: Any] {
        let start = messages.count
        let text = try String(contentsOfFile: agent.configuration, encoding: .utf8) + "\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: agent.configuration), options: .atomic)
        let hash = try Configuration.load(path: agent.configuration, environment: [:]).hash
        agent.send(SIGHUP)
        var answer = ArraySlice<Message>()
        try wait(for: "statistics with configuration \(hash)") { client in
            answer = client.messages[start...].drop { !$0.isInfo(of: hash) }.drop {
                !$0.topic.hasSuffix("/stats")
            }
            return !answer.isEmpty
        }
        let payload = Data((answer.first?.payload ?? "").utf8)
        return try JSONSerialization.jsonObject(with: payload) as? [String: Any] ?? [:]
    }
}

extension Client.Message {
    /// Whether the agent says that it goes by a configuration.
    fileprivate func isInfo(of hash: String) -> Bool {
        topic == "geofence/agent/info" && payload.contains(#""config":"\#(hash)""#)
    }
}

extension AgentProcess {
    /// Waits until the log has a text, so many times.
    func waitForLog(_ part: String, times: Int = 1, within seconds: Double = 60) -> Bool {
        let watch = FileWatch(log)
        let deadline = Date(timeIntervalSinceNow: seconds)
        while text.ranges(of: part).count < times {
            guard Date() < deadline else { return false }
            watch.wait(until: deadline)
        }
        return true
    }
}
