import Foundation

@testable import geofence_agent

extension Client {
    /// What the agent has counted by now: it tells after SIGHUP.
    func statistics(of agent: AgentProcess) throws -> [String: Any] {
        let count = messages.count
        agent.send(SIGHUP)
        let message = try message("geofence/agent/stats", after: count)
        return try JSONSerialization.jsonObject(with: Data(message.payload.utf8)) as? [String: Any] ?? [:]
    }
}

extension AgentProcess {
    /// Waits until the log has a text, so many times.
    func waitForLog(_ part: String, times: Int = 1, within seconds: Double = 10) -> Bool {
        let watch = FileWatch(log)
        let deadline = Date(timeIntervalSinceNow: seconds)
        while text.ranges(of: part).count < times {
            guard watch.wait(until: deadline) else { return false }
        }
        return true
    }
}
