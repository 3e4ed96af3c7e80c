extension MQTTSettings {
    /// Fetches the password from where the configuration says, without the line end after it.
    static func password(_ object: ObjectReader<Key>) -> Secret? {
        switch (object[.passwordFile], object[.passwordEnvironment]) {
        case (nil, nil): nil
        case (let file?, nil): file.secretFromFile()
        case (nil, let variable?): variable.secretFromEnvironment()
        case (_?, let variable?):
            variable.refuse("the password is in \"passwordFile\" already; keep one of the two")
        }
    }
}

extension ValueReader {
    fileprivate func secretFromEnvironment() -> Secret? {
        guard let name = text() else { return nil }
        guard let value = reading.environment[name] else {
            return refuse("the environment variable \(name) is not set; set it for the agent")
        }
        return secret(value.utf8, of: "the environment variable \(name)", "the password")
    }

    fileprivate func secretFromFile() -> Secret? {
        text().flatMap { secret(inFile: $0, of: "the password") }
    }

    /// What a file holds, without the line end after it; a file that everybody may read is warned of.
    func secret(inFile path: String, of what: String) -> Secret? {
        guard let contents = file(path, isSecret: true) else { return nil }
        return secret(contents.bytes, of: "the file \(path)", what)
    }

    private func secret(_ bytes: some Sequence<UInt8>, of place: String, _ what: String) -> Secret? {
        let secret = Secret(bytes)
        guard !secret.bytes.isEmpty else { return refuse("\(place) is empty; it must hold \(what)") }
        guard !secret.bytes.contains(0), secret.bytes.count <= 65535 else {
            return refuse(
                "\(place) holds no \(what.split(separator: " ").last ?? ""): that is up to 65535 bytes, none of them 0"
            )
        }
        return secret
    }
}
