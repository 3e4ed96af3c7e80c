import MQTT

/// Names of hosts and files.
extension ValueReader {
    /// A broker's name or address alone; one of IPv6 may stand in brackets.
    func host() -> String? {
        guard var text = line() else { return nil }
        if isWebSocket(text) { return refuse(Self.webSocketHint(text)) }
        if text.hasPrefix("["), text.hasSuffix("]"), text.contains(":") {
            text = String(text.dropFirst().dropLast())
        }
        if text.contains("/") {
            return refuse(
                "\"\(text)\" is no name; leave out mqtt:// and all after the name, the port goes to \"port\""
            )
        }
        if text.split(separator: ":", omittingEmptySubsequences: false).count == 2 {
            return refuse("\"\(text)\" is no name; the port goes to \"port\"")
        }
        if text.contains(where: \.isWhitespace) { return refuse("\"\(text)\" is no name; remove the blanks") }
        return checkedHost(text)
    }

    /// A host as it is, where it can be one.
    func checkedHost(_ text: String) -> String? {
        HostName.problem(text).map { refuse("\"\(text)\" can be no host: it \($0)") } ?? text
    }

    /// Whether a text names MQTT over WebSocket, which libmosquitto has no client for.
    func isWebSocket(_ text: String) -> Bool {
        text.hasPrefix("ws://") || text.hasPrefix("wss://")
    }

    /// What to say of that.
    static func webSocketHint(_ text: String) -> String {
        "\"\(text)\" is MQTT over WebSocket, which the agent doesn't speak; name the broker, and its port for MQTT, which is often 1883, or 8883 with \"tls\""
    }

    /// The path of a Unix socket, which need not be there yet.
    func socketPath() -> String? {
        guard let path = text() else { return nil }
        let found = reading.resolve(path)
        guard found.utf8.count <= BrokerAddress.longestSocket else {
            return refuse(
                "a path of a Unix socket may have \(BrokerAddress.longestSocket) bytes, this has \(found.utf8.count)"
            )
        }
        return found
    }

    /// The path of a file, which must be readable, and hold what is looked for.
    func readableFile(_ check: (FileContents) throws(FileError) -> Void) -> String? {
        guard let path = text() else { return nil }
        let found = existing(path)
        do {
            try check(FileContents(path: found))
            return found
        } catch {
            return refuse(path, error)
        }
    }

    /// A file with a secret, which nobody else may read, once it gives what it is read for.
    func secretFile<Content>(
        _ read: (SecretFile) throws(FileError) -> Content
    ) -> (file: SecretFile, content: Content)? {
        text().flatMap { secretFile(at: $0, read) }
    }

    /// The same of a file whose path is made of what the value says.
    func secretFile<Content>(
        at path: String,
        _ read: (SecretFile) throws(FileError) -> Content
    ) -> (file: SecretFile, content: Content)? {
        let file = SecretFile(path: existing(path), isCredential: isCredential(existing(path)))
        do {
            return (file, try read(file))
        } catch {
            if let written = reading.writtenText(at: node.position) { return refuse("\(written): \(error)") }
            return refuse(path, error)
        }
    }

    private func refuse<Result>(_ path: String, _ error: FileError) -> Result? {
        let found = existing(path)
        let tried = FileContents.exists(found) ? found : places(path).joined(separator: " and ")
        return refuse("\(tried): \(error)")
    }

    private func isCredential(_ path: String) -> Bool {
        guard let folder = reading.environment["CREDENTIALS_DIRECTORY"], !folder.isEmpty else { return false }
        return path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/") && !path.contains("/../")
    }

    private func existing(_ path: String) -> String {
        let places = places(path)
        return places.first(where: FileContents.exists) ?? places[0]
    }

    /// Beside the configuration, then where systemd puts what `LoadCredential=` names.
    private func places(_ path: String) -> [String] {
        let beside = reading.resolve(path)
        guard !path.hasPrefix("/"), let folder = reading.environment["CREDENTIALS_DIRECTORY"] else {
            return [beside]
        }
        return [beside, "\(folder)/\(path)"]
    }
}
