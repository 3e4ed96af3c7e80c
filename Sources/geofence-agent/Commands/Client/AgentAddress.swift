import Foundation

/// Where the agent that a command asks is to be found: by its own configuration, else at this machine's
/// broker.
struct AgentAddress {
    /// The agent's configuration; nil: the usual one where there is one.
    var config: String?

    /// Where the package puts the configuration.
    static let usualFile = "/etc/geofence-agent/config.json"

    /// The broker and the topics; whatever else the configuration says may be wrong.
    ///
    /// - Throws: exit status 78 where these have errors, which have been reported by then.
    func resolve() throws -> (mqtt: MQTTSettings, topics: Topics) {
        guard let file = config ?? usual else {
            return (MQTTSettings(host: "localhost"), Topics(base: TopicSettings().base))
        }
        do throws(ConfigurationErrors) {
            let environment = ProcessInfo.processInfo.environment
            let (mqtt, topics) = try Configuration.loadConnection(path: file, environment: environment)
            return (mqtt, Topics(base: topics.base))
        } catch {
            StandardError.print("\(error)")
            throw ExitStatus.configuration.exitCode
        }
    }

    private var usual: String? {
        FileManager.default.isReadableFile(atPath: Self.usualFile) ? Self.usualFile : nil
    }

    /// Connects to the agent and lets a command ask it.
    ///
    /// - Throws: exit status 69 where there is no broker or no agent, 65 where the agent refuses; the reason
    ///   has been reported by then.
    func withAgent<Value>(_ body: (AgentClient) throws(AgentClient.Failure) -> Value) throws -> Value {
        let (mqtt, topics) = try resolve()
        do throws(AgentClient.Failure) {
            let client = try AgentClient(mqtt, topics: topics)
            defer { client.close() }
            return try body(client)
        } catch {
            StandardError.print("\(error)")
            if case .refused = error { throw ExitStatus.inputData.exitCode }
            throw ExitStatus.noBroker.exitCode
        }
    }
}
