/// What a connection is made with.
///
/// It holds secrets, and shows none of them when it is printed.
package struct ClientOptions: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// Where the broker listens.
    package var address: BrokerAddress
    /// The SOCKS5 proxy that leads to it, which also looks up its name; nil for none.
    package var proxy: BrokerAddress?
    /// The name of the session that the broker keeps.
    package var clientId: String
    /// The version of MQTT.
    package var `protocol` = MQTTProtocol.version5
    /// The user, if the broker wants one.
    package var username: String?
    /// The user's password, without a byte 0.
    package var password: [UInt8]?
    /// Seconds of silence after which the connection is checked, 5 to 65,535.
    package var keepAlive = 30
    /// Seconds that the broker keeps the session without a connection; 4,294,967,295 is for ever.
    package var sessionExpiry = 86400
    /// Whether many messages are read, and many acknowledgements sent, by one call of the system each.
    package var readsAhead = false
    /// How the connection is encrypted; nil for one in the clear.
    package var tls: TLSOptions?

    /// Everything else as by default.
    package init(_ address: BrokerAddress, clientId: String) {
        (self.address, self.clientId) = (address, clientId)
    }

    package var description: String { address.description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A version of MQTT.
package enum MQTTProtocol: String, Hashable, Sendable, CaseIterable {
    /// MQTT 3.1.1, which acknowledges a publish that the broker refuses like any other.
    case version311 = "3.1.1"
    /// MQTT 5.
    case version5 = "5"
}
