import MQTT

/// How a connection is encrypted, and how the two ends know each other.
struct TLSSettings: Hashable, Sendable {
    /// The path of the certificates that the broker's is checked against; nil for those of the system.
    var caFile: String?
    /// The path of the agent's own certificate.
    var certFile: String?
    /// The key of the agent's own certificate.
    var keyFile: SecretFile?
    /// The least version of TLS.
    var minVersion = TLSVersion.version12
    /// The protocol to ask for, where several share a port.
    var alpn: String?
    /// A key that takes the place of certificates.
    var sharedKey: SharedKey?

    /// The same for a connection.
    var options: TLSOptions {
        var options = TLSOptions()
        (options.caFile, options.certFile, options.keyFile) = (caFile, certFile, keyFile?.path)
        (options.minVersion, options.alpn) = (minVersion, alpn)
        options.sharedKey = sharedKey.map { .init(identity: $0.identity, key: $0.key.bytes) }
        return options
    }
}

/// A key that the broker and the agent share (PSK), which works in TLS 1.2 alone.
struct SharedKey: Hashable, Sendable {
    /// The name by which the broker finds its copy.
    var identity: String
    /// Where the key is.
    var file: SecretFile
    /// The key, in hexadecimal digits.
    var key: Secret
}
