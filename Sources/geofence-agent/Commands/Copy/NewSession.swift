import MQTT

/// The session of an agent that is yet to begin: from now on the broker keeps for it what it would read.
struct NewSession {
    let clientID: String
    private let settings: MQTTSettings

    /// Makes it at the first of the brokers that answers, in the place of one of that name.
    ///
    /// What comes meanwhile is not acknowledged, and stays with it.
    /// - Throws: `MQTTFailure` where there is no broker, or it refuses something, or would keep nothing.
    init(_ configuration: Configuration, clientID: String) throws(MQTTFailure) {
        self.clientID = clientID
        settings = try Self.first(of: configuration.mqtt)
        let agent = AgentSettings(configuration)
        end()
        let session = BrokerClient.Session(
            clientID: clientID,
            expiry: settings.sessionExpiry,
            isResumed: true
        )
        do throws(MQTTFailure) {
            let broker = try BrokerClient(settings, session: session)
            // In the order of the agent.
            for filter in agent.filters + Outputs(agent).filters {
                try broker.subscribe(forLater: filter, asPublished: filter == agent.topics.requestFilter)
            }
            try broker.settleSubscriptionsForLater()
            for (filter, qos) in broker.granted where qos == 0 {
                throw MQTTFailure(
                    "subscribing to \(filter)",
                    reason: "the broker grants QoS 0 alone: it would keep nothing for the new agent"
                )
            }
            // The connection goes without a goodbye, and all that came on it stays.
        } catch {
            end()
            throw error
        }
    }

    private static func first(of settings: MQTTSettings) throws(MQTTFailure) -> MQTTSettings {
        var failure: MQTTFailure?
        for address in settings.addresses {
            do throws(MQTTFailure) {
                try BrokerClient(settings.at(address)).close()
                return settings.at(address)
            } catch {
                failure = failure ?? error
            }
        }
        throw failure ?? MQTTFailure("connecting", reason: "no broker is configured")
    }

    /// Ends it, with all that the broker has kept for it.
    func end() {
        let session = BrokerClient.Session(clientID: clientID, expiry: 0, isResumed: false)
        (try? BrokerClient(settings, session: session))?.close()
    }
}
