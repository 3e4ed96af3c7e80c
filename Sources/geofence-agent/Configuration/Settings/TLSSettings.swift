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
}

/// A version of TLS; older ones are never used.
enum TLSVersion: String, Hashable, Sendable, CaseIterable {
    /// TLS 1.2 or later.
    case version12 = "1.2"
    /// TLS 1.3 or later.
    case version13 = "1.3"
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
