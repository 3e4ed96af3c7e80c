import MQTT

/// How the broker is reached.
struct MQTTSettings: Hashable, Sendable {
    /// The broker's name or address, or the path of its Unix socket.
    var host: String
    /// The broker's TCP port.
    ///
    /// Default: 1883, with TLS 8883. 0 with a Unix socket.
    var port = 1883
    /// The brokers to try, one after the other; empty where `host` and `port` name the only one.
    var hosts: [BrokerAddress] = []
    /// The SOCKS5 proxy that leads to the broker; nil for none.
    var proxy: BrokerAddress?
    /// The name of the session that the broker keeps.
    var clientId = defaultClientId
    /// Whether the configuration leaves it to the agent, whose store has a name with a part by chance.
    var hasDefaultClientId = true
    /// The version of MQTT.
    var `protocol` = MQTTProtocol.version5
    /// The user, if the broker wants one.
    var username: String?
    /// The user's password.
    var password: Secret?
    /// Where the password is from, if from a file.
    var passwordFile: SecretFile?
    /// Seconds of silence after which the connection is checked, 5 to 65,535.
    var keepAlive = 30
    /// Seconds that the broker keeps the session without a connection; 4,294,967,295 is for ever.
    var sessionExpiry = 86400
    /// Seconds that a message may stay without the broker's answer, 1 to 3600.
    var answerTimeout = 30
    /// Whether many messages are read, and many acknowledgements sent, by one call of the system each.
    var readsAhead = true
    /// How the connection is encrypted; nil for one in the clear.
    var tls: TLSSettings?

    /// The beginning of the name that an agent gives itself, and all of it where a store is older than that.
    static let defaultClientId = "geofence-agent"

    /// Everything as by default.
    init(host: String) {
        self.host = host
    }

    /// The same with the name that the store has, where the configuration says none.
    ///
    /// Of two agents that compute the same each has a session of its own.
    func named(_ stored: String, _ standby: Standby? = nil) -> MQTTSettings {
        var settings = self
        if hasDefaultClientId { settings.clientId = stored }
        if let standby { settings.clientId += "-\(standby.id)" }
        return settings
    }

    /// All brokers to try, in their order.
    var addresses: [BrokerAddress] { hosts.isEmpty ? [address] : hosts }

    /// The broker that is tried first, or now.
    var address: BrokerAddress { BrokerAddress(host: host, port: port) }

    /// The same for one of the brokers.
    func at(_ address: BrokerAddress) -> MQTTSettings {
        var settings = self
        (settings.host, settings.port) = (address.host, address.port)
        return settings
    }

    /// What a connection to that broker is made with.
    var options: ClientOptions {
        var options = ClientOptions(address, clientId: clientId)
        options.protocol = self.protocol
        (options.username, options.password) = (username, password?.bytes)
        (options.keepAlive, options.sessionExpiry) = (keepAlive, sessionExpiry)
        options.readsAhead = readsAhead
        options.proxy = proxy
        options.tls = tls?.options
        return options
    }
}
