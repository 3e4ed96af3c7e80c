import MQTT

/// An agent that runs, of which another wants to know how far it is.
struct RunningAgent {
    let configuration: Configuration
    /// Milliseconds that it may take to work off what waits for it.
    var patience: Int64 = 120_000

    /// Milliseconds in which what a broker keeps of a topic has come.
    private static let wait: Int64 = 500
    /// Milliseconds after which it is asked once more.
    private static let interval: Int64 = 5000

    /// Waits until it has worked off, and kept, all that was published before this call.
    ///
    /// A request stands behind that in its session, and its answer leaves when both are in the store.
    func workOff() throws(CopyFailure) {
        try checkLead()
        let deadline = Clock.uptime + patience
        while true {
            do throws(AgentClient.Failure) {
                try ask()
                break
            } catch {
                // A request in the very moment in which nobody leads has no answer.
                guard case .noAnswer = error, Clock.uptime < deadline else { throw .unanswered(error) }
            }
        }
        // What has answered is this one where it leads before and after that.
        try checkLead()
    }

    private func ask() throws(AgentClient.Failure) {
        let client = try AgentClient(configuration.mqtt, topics: topics)
        defer { client.close() }
        _ = try client.ask(CopyPlan.question, patience: Self.interval) { json in
            json.member("limit", 1)
            if let shard = configuration.shard {
                json.member(named: Request.partitionKey, shard.range.lowerBound)
            }
        }
    }

    private var topics: Topics { AgentSettings(configuration).topics }

    /// Of two agents the one answers that leads.
    private func checkLead() throws(CopyFailure) {
        guard let standby = configuration.standby,
            let payload = Self.retained(topics.lease, configuration.mqtt),
            let lease = try? payload.withUnsafeBytes({ bytes throws(Rejection) in try PairLease(bytes) }),
            lease.leader != standby.id
        else { return }
        throw .standsBy(id: standby.id, leader: lease.leader)
    }

    /// What the broker keeps of a topic; nil where that is nothing.
    static func retained(_ topic: String, _ mqtt: MQTTSettings) -> [UInt8]? {
        let text = try? BrokerClient(mqtt).retained(topic, within: wait)
        return text.flatMap { $0.isEmpty ? nil : Array($0.utf8) }
    }
}
