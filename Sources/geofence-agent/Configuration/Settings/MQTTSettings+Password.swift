import MQTT

extension MQTTSettings {
    /// Fetches the password from where the configuration says, without the line end after it.
    mutating func readPassword(_ object: ObjectReader<Key>) {
        switch (object[.passwordFile], object[.passwordEnvironment]) {
        case (nil, nil): break
        case (let file?, nil):
            let found = file.secretFile { file throws(FileError) in try file.password() }
            (passwordFile, password) = (found?.file, found?.content)
        case (nil, let variable?): password = variable.passwordFromEnvironment()
        case (_?, let variable?):
            variable.report("the password is in \"passwordFile\" already; keep one of the two")
        }
    }

    /// The same with passwords and keys as their files have them now.
    ///
    /// Files are read again for every connection, so that one that is replaced counts at the next.
    /// - Throws: `MQTTFailure` where one can't be read, or others may read it.
    func withSecretsReadAgain() throws(MQTTFailure) -> MQTTSettings {
        var settings = self
        if let passwordFile {
            settings.password = try passwordFile.reading("mqtt.passwordFile") { file throws(FileError) in
                try file.password()
            }
        }
        if let shared = tls?.sharedKey {
            settings.tls?.sharedKey?.key = try shared.file.reading("mqtt.tls.pskFile") {
                file throws(FileError) in try file.sharedKey()
            }
        }
        if let keyFile = tls?.keyFile {
            _ = try keyFile.reading("mqtt.tls.keyFile") { file throws(FileError) in try file.contents() }
        }
        return settings
    }
}

extension SecretFile {
    fileprivate func reading<Content>(
        _ key: String,
        _ read: (SecretFile) throws(FileError) -> Content
    ) throws(MQTTFailure) -> Content {
        do throws(FileError) {
            return try read(self)
        } catch {
            throw MQTTFailure("connecting", reason: "\(key): \(path): \(error)")
        }
    }
}

extension ValueReader {
    fileprivate func passwordFromEnvironment() -> Secret? {
        guard let name = text() else { return nil }
        // Where the name is that of a variable with the name, it may be the password itself.
        let shown = reading.writtenText(at: node.position) ?? name
        guard let value = reading.environment[name] else {
            return refuse("the environment variable \(shown) is not set; set it for the agent")
        }
        let secret = Secret(value.utf8)
        if let problem = secret.problemAsPassword {
            return refuse("the environment variable \(shown) \(problem)")
        }
        return secret
    }
}
