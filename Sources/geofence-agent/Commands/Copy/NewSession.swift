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
        end()
        do throws(MQTTFailure) {
            try subscribe(to: Self.filters(configuration), AgentSettings(configuration).topics)
        } catch {
            end()
            throw error
        }
    }

    private init(clientID: String, settings: MQTTSettings) {
        (self.clientID, self.settings) = (clientID, settings)
    }

    /// Has the session of an agent that is stopped, with some filters, get those that it lacks as well.
    ///
    /// - Returns: these.
    static func extend(
        _ configuration: Configuration,
        clientID: String,
        besides known: [String]
    ) throws(MQTTFailure) -> [String] {
        let new = filters(configuration).filter { !known.contains($0) }
        guard !new.isEmpty else { return [] }
        let session = Self(clientID: clientID, settings: try first(of: configuration.mqtt))
        try session.subscribe(to: new, AgentSettings(configuration).topics)
        return new
    }

    /// What an agent subscribes to, in its order.
    static func filters(_ configuration: Configuration) -> [String] {
        let settings = AgentSettings(configuration)
        return settings.filters + Outputs(settings).filters
    }

    /// The connection ends without a goodbye, and all that came on it stays.
    private func subscribe(to filters: [String], _ topics: Topics) throws(MQTTFailure) {
        let session = BrokerClient.Session(
            clientID: clientID,
            expiry: settings.sessionExpiry,
            isResumed: true
        )
        let broker = try BrokerClient(settings, session: session)
        for filter in filters {
            try broker.subscribe(forLater: filter, asPublished: filter == topics.requestFilter)
        }
        try broker.settleSubscriptionsForLater()
        for (filter, qos) in broker.granted where qos == 0 {
            throw MQTTFailure(
                "subscribing to \(filter)",
                reason: "the broker grants QoS 0 alone: it would keep nothing for the agent"
            )
        }
    }

    /// The first of the brokers that answers.
    static func first(of settings: MQTTSettings) throws(MQTTFailure) -> MQTTSettings {
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
