import MQTT

extension TLSSettings {
    /// The keys of `mqtt.tls`.
    enum Key: String, ConfigurationKey {
        case caFile, certFile, keyFile, minVersion, alpn, pskFile, pskIdentity

        static let refused = [
            "insecure": "certificates are always checked; name the broker's authority in \"caFile\"",
            "serverName": "the broker's certificate is checked against \"mqtt.host\"; give its name there",
            "psk":
                "a key doesn't belong in this file; put it in a file of its own and name that in \"pskFile\"",
        ]
    }

    /// Reads `mqtt.tls`.
    init(reading value: ValueReader) {
        self.init()
        guard let object = value.object(Key.self) else { return }
        caFile = object[.caFile]?.certificates()
        certFile = object[.certFile]?.certificates()
        keyFile = object[.keyFile]?.secretFile { file throws(FileError) in try file.privateKey() }?.file
        minVersion = object[.minVersion]?.choice(TLSVersion.self) ?? minVersion
        alpn = object[.alpn]?.protocolName()
        sharedKey = Self.sharedKey(object)
        if object[.certFile] != nil, object[.keyFile] == nil {
            object.reportMissing(.keyFile, "a certificate needs the key that it was made for")
        }
        if object[.keyFile] != nil, object[.certFile] == nil {
            object.reportMissing(.certFile, "a key needs the certificate that was made for it")
        }
        if let certFile, let keyFile, TLSOptions.isForeign(key: keyFile.path, to: certFile) {
            object[.keyFile]?.report(
                "\(keyFile.path): is not the key of the certificate \(certFile); name the one that it was made with"
            )
        }
    }

    private static func sharedKey(_ object: ObjectReader<Key>) -> SharedKey? {
        guard let file = object[.pskFile] else {
            if object[.pskIdentity] != nil {
                object.reportMissing(.pskFile, "an identity needs the file of its key")
            }
            return nil
        }
        for other in [Key.caFile, .certFile, .keyFile] {
            object[other]?.report("a shared key takes the place of certificates; keep one of the two")
        }
        if let version = object[.minVersion], version.node.value == .string(TLSVersion.version13.rawValue) {
            version.report("shared keys work in TLS 1.2 alone; leave this out, or use certificates")
        }
        let found = file.secretFile { file throws(FileError) in try file.sharedKey() }
        guard object[.pskIdentity] != nil else {
            object.reportMissing(.pskIdentity, "name the key as the broker does")
            return nil
        }
        guard let identity = object[.pskIdentity]?.identity(), let found else { return nil }
        return SharedKey(identity: identity, file: found.file, key: found.content)
    }
}

extension ValueReader {
    /// A file of certificates as PEM (RFC 7468), which is what libmosquitto reads.
    fileprivate func certificates() -> String? {
        readableFile { contents throws(FileError) in
            guard contents.hasText("CERTIFICATE-----") else {
                throw .unfit("holds no certificate; it must be PEM, with a line -----BEGIN CERTIFICATE-----")
            }
        }
    }

    /// A name of ALPN (RFC 7301), 1 to 254 bytes: libmosquitto looks at no more.
    fileprivate func protocolName() -> String? {
        guard let name = line() else { return nil }
        return name.utf8.count <= 254 ? name : refuse("may have 254 bytes, this has \(name.utf8.count)")
    }

    /// An identity of at most 128 bytes: `PSK_MAX_IDENTITY_LEN` of OpenSSL 1.1.
    fileprivate func identity() -> String? {
        guard let name = line() else { return nil }
        return name.utf8.count <= 128 ? name : refuse("may have 128 bytes, this has \(name.utf8.count)")
    }
}
