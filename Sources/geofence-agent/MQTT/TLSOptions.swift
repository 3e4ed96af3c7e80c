/// How a connection is encrypted, and how the two ends know each other.
package struct TLSOptions: Hashable, Sendable {
    /// The path of the certificates that the broker's is checked against; nil for those of the system.
    package var caFile: String?
    /// The path of the agent's own certificate.
    package var certFile: String?
    /// The path of that certificate's key.
    package var keyFile: String?
    /// The least version of TLS.
    package var minVersion = TLSVersion.version12
    /// The protocol to ask for, where several share a port.
    package var alpn: String?
    /// A key that takes the place of certificates.
    package var sharedKey: SharedKey?

    /// The system's certificates and nothing else.
    package init() {}

    /// A key that both ends have (PSK).
    package struct SharedKey: Hashable, Sendable {
        /// The name by which the broker finds its copy.
        package var identity: String
        /// The key, in hexadecimal digits.
        package var key: [UInt8]

        /// Takes both as they are.
        package init(identity: String, key: [UInt8]) {
            (self.identity, self.key) = (identity, key)
        }
    }
}

/// A version of TLS; older ones are never used.
package enum TLSVersion: String, Hashable, Sendable, CaseIterable {
    /// TLS 1.2 or later.
    case version12 = "1.2"
    /// TLS 1.3 or later.
    case version13 = "1.3"
}
