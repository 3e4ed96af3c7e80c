import COpenSSL

extension TLSOptions {
    /// Whether a key is another than the one that a certificate was made for.
    ///
    /// False where either of them can't be read, or the key has a passphrase: nothing is known then.
    package static func isForeign(key: String, to certificate: String) -> Bool {
        loads(certificate: certificate) && loads(key: key) && !loads(certificate: certificate, key: key)
    }

    /// Whether OpenSSL takes a certificate, a key, or both as a pair.
    private static func loads(certificate: String? = nil, key: String? = nil) -> Bool {
        guard let context = SSL_CTX_new(TLS_client_method()) else { return false }
        defer {
            SSL_CTX_free(context)
            ERR_clear_error()
        }
        // Without one, OpenSSL asks for a passphrase on the terminal.
        SSL_CTX_set_default_passwd_cb(context) { _, _, _, _ in 0 }
        if let certificate, SSL_CTX_use_certificate_chain_file(context, certificate) != 1 { return false }
        if let key, SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1 { return false }
        // A key of another kind lies beside the certificate, and is not compared with it until now.
        return certificate == nil || key == nil || SSL_CTX_check_private_key(context) == 1
    }
}
