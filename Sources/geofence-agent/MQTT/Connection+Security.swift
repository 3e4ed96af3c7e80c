import CMosquitto

extension Connection {
    /// Encrypts the connection.
    func secure(_ tls: TLSSettings) throws(MQTTFailure) {
        if let shared = tls.sharedKey {
            let key = String(decoding: shared.key.bytes, as: UTF8.self)
            try check(
                mosquitto_tls_psk_set(client, key, shared.identity, Self.sharedKeyCiphers),
                "mosquitto_tls_psk_set"
            )
        } else {
            let directory = tls.caFile == nil ? "/etc/ssl/certs" : nil
            try check(
                mosquitto_tls_set(client, tls.caFile, directory, tls.certFile, tls.keyFile?.path, nil),
                "mosquitto_tls_set"
            )
        }
        let ciphers = tls.sharedKey == nil ? nil : Self.sharedKeyCiphers
        try check(
            mosquitto_tls_opts_set(client, 1, "tlsv" + tls.minVersion.rawValue, ciphers),
            "mosquitto_tls_opts_set"
        )
        if let alpn = tls.alpn {
            try check(mosquitto_string_option(client, MOSQ_OPT_TLS_ALPN, alpn), "mosquitto_string_option")
        }
        try useOwnContext(isKeyShared: tls.sharedKey != nil)
    }

    /// Only what proves that the broker knows the key; of TLS 1.2, since the list says nothing of later versions.
    private static let sharedKeyCiphers = "PSK"

    /// Gives the library a context that says why a certificate isn't accepted, and keeps a shared key to TLS 1.2.
    ///
    /// Until 2.0.12 the library tries TLS 1.3 also with a shared key, in which it takes any broker's certificate without a look:
    /// without a context of our own a shared key is refused.
    private func useOwnContext(isKeyShared: Bool) throws(MQTTFailure) {
        guard let tls = TLSLibrary.shared, Library.takesContexts,
            let context = tls.makeContext(tls.clientMethod())
        else {
            guard isKeyShared else { return }
            throw MQTTFailure(
                "connecting",
                reason:
                    "this machine's TLS library can't keep mqtt.tls.pskFile to TLS 1.2, without which it proves nothing; use certificates"
            )
        }
        // The library holds on to it for itself.
        defer { tls.freeContext(context) }
        if isKeyShared {
            guard tls.allowAtMostTLS12(context) else {
                throw MQTTFailure(
                    "connecting",
                    reason: "this machine's TLS library has no TLS 1.2, which mqtt.tls.pskFile needs"
                )
            }
        } else {
            tls.noteVerification(of: context, in: arrivals)
        }
        try check(mosquitto_void_option(client, MOSQ_OPT_SSL_CTX, context), "mosquitto_void_option")
        try check(mosquitto_int_option(client, MOSQ_OPT_SSL_CTX_WITH_DEFAULTS, 1), "mosquitto_int_option")
    }
}
