/// A file that holds a secret, and is read again for every connection.
struct SecretFile: Hashable, Sendable {
    /// Where it is.
    var path: String
    /// Whether it lies in `$CREDENTIALS_DIRECTORY`, where systemd decides who may read it.
    var isCredential = false

    /// Reads it.
    ///
    /// - Throws: `FileError` where it can't be read, or others may read it as well.
    func contents() throws(FileError) -> FileContents {
        let contents = try FileContents(path: path)
        if !isCredential { try contents.checkSecrecy() }
        return contents
    }

    /// Reads it as a password.
    ///
    /// - Throws: `FileError`, also where it holds none.
    func password() throws(FileError) -> Secret {
        let secret = Secret(try contents().bytes)
        if let problem = secret.problemAsPassword { throw .unfit(problem) }
        return secret
    }

    /// Reads it as the passphrase of an OwnTracks app.
    ///
    /// - Throws: `FileError`, also where it holds none.
    func passphrase() throws(FileError) -> Secret {
        let secret = Secret(try contents().bytes)
        guard !secret.bytes.isEmpty else { throw .unfit("is empty; it must hold a key") }
        guard !secret.bytes.contains(0) else { throw .unfit("holds no key: that has no byte 0") }
        return secret
    }

    /// Reads it as the key of a certificate.
    ///
    /// - Throws: `FileError`, also where it holds none.
    func privateKey() throws(FileError) {
        guard try contents().hasText("PRIVATE KEY-----") else {
            throw .unfit("holds no key; it must be PEM, with a line -----BEGIN PRIVATE KEY-----")
        }
    }

    /// Reads it as a token that a browser or a program shows.
    ///
    /// - Throws: `FileError`, also where it holds none.
    func token() throws(FileError) -> Secret {
        let secret = Secret(try contents().bytes)
        guard (16...256).contains(secret.bytes.count), secret.bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else {
            throw .unfit("holds no token: that is 16 to 256 letters and digits, as of: openssl rand -hex 32")
        }
        return secret
    }

    /// Reads it as a key that is shared with the broker.
    ///
    /// - Throws: `FileError`, also where it holds none.
    func sharedKey() throws(FileError) -> Secret {
        let secret = Secret(try contents().bytes)
        if let problem = secret.problemAsSharedKey { throw .unfit(problem) }
        return secret
    }
}

extension Secret {
    /// What keeps it from being a password for MQTT; nil where nothing does.
    var problemAsPassword: String? {
        if bytes.isEmpty { return "is empty; it must hold the password" }
        guard bytes.contains(0) || bytes.count > 65535 else { return nil }
        return "holds no password: that is up to 65535 bytes, none of them 0"
    }

    /// What keeps it from being a key for TLS; nil where nothing does.
    ///
    /// At most 256 bytes: `PSK_MAX_PSK_LEN` of OpenSSL 1.1; 16 are what a guess takes too long for.
    var problemAsSharedKey: String? {
        let isHexadecimal = bytes.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
        guard isHexadecimal, bytes.count.isMultiple(of: 2), (32...512).contains(bytes.count) else {
            return "holds no key: that is 32 to 512 hexadecimal digits, as of: openssl rand -hex 32"
        }
        return nil
    }
}
