import CMosquitto
import COpenSSL

extension Connection {
    /// Encrypts the connection.
    func secure(_ tls: TLSOptions) throws(MQTTFailure) {
        if let shared = tls.sharedKey {
            let key = String(decoding: shared.key, as: UTF8.self)
            try check(
                mosquitto_tls_psk_set(client, key, shared.identity, Self.sharedKeyCiphers),
                "mosquitto_tls_psk_set"
            )
        } else {
            let directory = tls.caFile == nil ? "/etc/ssl/certs" : nil
            try check(
                mosquitto_tls_set(client, tls.caFile, directory, tls.certFile, tls.keyFile, nil),
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

    /// Only what proves that the broker knows the key; of TLS 1.2, since the list says nothing of later
    /// versions.
    private static let sharedKeyCiphers = "PSK"

    /// Gives the library a context that says why a certificate isn't accepted, and keeps a shared key to TLS
    /// 1.2.
    ///
    /// Until 2.0.12 the library tries TLS 1.3 also with a shared key, in which it takes any broker's
    /// certificate without a look: without a context of our own a shared key is refused.
    private func useOwnContext(isKeyShared: Bool) throws(MQTTFailure) {
        guard Library.takesContexts, let tls = SSL_CTX_new(TLS_client_method()) else {
            guard isKeyShared else { return }
            throw MQTTFailure(
                "connecting",
                reason:
                    "this machine's TLS library can't keep mqtt.tls.pskFile to TLS 1.2, without which it proves nothing; use certificates"
            )
        }
        // The library holds on to it for itself.
        defer { SSL_CTX_free(tls) }
        if isKeyShared {
            guard SSL_CTX_ctrl(tls, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(TLS1_2_VERSION), nil) == 1 else {
                throw MQTTFailure(
                    "connecting",
                    reason: "this machine's TLS library has no TLS 1.2, which mqtt.tls.pskFile needs"
                )
            }
        } else {
            // `arrivals` outlives the client, and so the context.
            let context = Unmanaged.passUnretained(arrivals).toOpaque()
            SSL_CTX_set_cert_verify_callback(tls, noteAndVerify, context)
        }
        try check(
            mosquitto_void_option(client, MOSQ_OPT_SSL_CTX, UnsafeMutableRawPointer(tls)),
            "mosquitto_void_option"
        )
        try check(mosquitto_int_option(client, MOSQ_OPT_SSL_CTX_WITH_DEFAULTS, 1), "mosquitto_int_option")
    }
}

/// Verifies as OpenSSL does without it, and keeps the reason, which libmosquitto doesn't tell.
private let noteAndVerify: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = {
    check,
    context in
    let result = X509_verify_cert(check)
    if result != 1, let context {
        let number = X509_STORE_CTX_get_error(check)
        let text = X509_verify_cert_error_string(Int(number)).map { String(cString: $0) } ?? ""
        Unmanaged<Inbox>.fromOpaque(context).takeUnretainedValue().mistrust = .init(
            number: number,
            text: text
        )
    }
    return result
}
