/// Names of hosts and files.
extension ValueReader {
    /// A broker's name or address alone.
    func host() -> String? {
        guard let text = line() else { return nil }
        if text.contains("/") {
            return refuse(
                "\"\(text)\" is no name; leave out mqtt:// and all after the name, the port goes to \"port\""
            )
        }
        if text.split(separator: ":", omittingEmptySubsequences: false).count == 2 {
            return refuse("\"\(text)\" is no name; the port goes to \"port\"")
        }
        return text.contains(where: \.isWhitespace)
            ? refuse("\"\(text)\" is no name; remove the blanks") : text
    }

    /// The path of a file, which must be readable.
    func readableFile(isSecret: Bool) -> String? {
        guard let path = text(), file(path, isSecret: isSecret) != nil else { return nil }
        return existing(path)
    }

    /// The contents of a file, which is warned of where it is secret and everybody may read it.
    func file(_ path: String, isSecret: Bool) -> FileContents? {
        let found = existing(path)
        do {
            let contents = try FileContents(path: found)
            if isSecret, contents.isReadableByAll {
                warn("every user of this machine may read \(found); chmod o-r it")
            }
            return contents
        } catch {
            let tried = FileContents.exists(found) ? found : places(path).joined(separator: " and ")
            return refuse("\(tried): \(error)")
        }
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
