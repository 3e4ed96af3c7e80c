import GeofenceCore

@testable import AgentTestSupport
@testable import geofence_agent

extension AgentDriver {
    /// An agent that tells Home Assistant, with a fence `depot` and what else is given.
    static func homeAssistant(
        fences: [Fence]? = nil,
        _ change: (inout AgentSettings) -> Void = { _ in }
    ) throws -> AgentDriver {
        var setup = try Self.setup(fences: try fences ?? [Self.depot()])
        setup.homeAssistant.discovery = true
        change(&setup)
        let driver = AgentDriver(setup)
        driver.agent.finishWork(at: Self.at(0))
        return driver
    }

    /// Lets the agent look at what is new, and says that all is in a store.
    func settle(at time: Int64 = 0) {
        agent.finishWork(at: Self.at(time))
        didCommit()
    }

    /// What is told for Home Assistant since the last commit: topic, and for a device's its entities.
    func discovered(at time: Int64 = 0) -> [String] {
        agent.finishWork(at: Self.at(time))
        let told = agent.port.outbox.changes.outgoing.filter { row in
            row.topic.contains("homeassistant") || row.topic.hasPrefix("ha/")
        }.map { row in
            Self.line(row.topic, row.payload)
        }
        didCommit()
        return told
    }

    /// All that is told again when Home Assistant has started.
    var repeated: [String] {
        agent.outputs.endRefresh()
        take("homeassistant/status", "online", at: 0)
        agent.workOnce(at: Self.at(5000))
        var lines: [String] = []
        while let message = agent.nextRefreshed() {
            lines.append(Self.line(message.topic, message.payload))
        }
        return lines
    }

    private static func line(_ topic: String, _ payload: [UInt8]) -> String {
        let text = String(decoding: payload, as: UTF8.self)
        let name = topic.replacing("homeassistant/device/geofence__", with: "").replacing("/config", with: "")
        guard topic.hasSuffix("/config"), !payload.isEmpty else {
            return "\(name) \(text.isEmpty ? "-" : text)"
        }
        let keys = text.matches(of: /"([A-Za-z0-9_-]+)":\{"p":"[a-z_]+"(\})?/).map { match in
            (match.output.2 == nil ? "" : "-") + match.output.1
        }
        return "\(name) \(keys.joined(separator: ","))"
    }
}
