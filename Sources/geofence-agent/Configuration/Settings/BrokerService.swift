import MQTT

/// A service that is known by the names of its hosts, with what it takes at most.
///
/// Source: AWS, "AWS IoT Core message broker and protocol limits and quotas"; Microsoft, "MQTT features
/// support in Azure Event Grid".
struct BrokerService: Hashable, Sendable {
    let name: String
    /// What is in the names of its hosts.
    let part: String
    /// Levels of a topic.
    var levels: Int?
    /// Bytes of a topic.
    var topicBytes: Int?
    /// Bytes of a client id.
    var clientIdBytes: Int?
    /// Seconds of `keepAlive`.
    var keepAlive: Int?

    static let all = [
        Self(name: "AWS IoT Core", part: ".iot.", levels: 8, topicBytes: 256, clientIdBytes: 128),
        Self(name: "Azure Event Grid", part: ".eventgrid.azure.net", clientIdBytes: 128, keepAlive: 1160),
    ]

    /// Levels that the agent's topics have behind `topics.base`: `status/{device}/{fence}`.
    static let levelsBehindBase = 3

    /// The one that a broker is of; nil for a broker of one's own.
    init?(_ address: BrokerAddress) {
        let host = address.host.lowercased()
        guard let known = Self.all.first(where: { host.contains($0.part) }),
            known.part != ".iot." || host.hasSuffix(".amazonaws.com") || host.hasSuffix(".amazonaws.com.cn")
        else { return nil }
        self = known
    }

    private init(
        name: String,
        part: String,
        levels: Int? = nil,
        topicBytes: Int? = nil,
        clientIdBytes: Int? = nil,
        keepAlive: Int? = nil
    ) {
        (self.name, self.part, self.levels, self.topicBytes) = (name, part, levels, topicBytes)
        (self.clientIdBytes, self.keepAlive) = (clientIdBytes, keepAlive)
    }
}
