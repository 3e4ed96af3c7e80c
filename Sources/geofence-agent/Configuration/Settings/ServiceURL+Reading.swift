import CLibrary

/// What the configuration says of services over HTTP.
extension ValueReader {
    /// Where a service is: scheme and host, perhaps port and path; without a slash at the end.
    func serviceURL() -> String? {
        guard let text = text() else { return nil }
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        let path = parts.count > 3 ? parts[3] : ""
        let isPlain = path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"?#\"'<>\\".utf8.contains($0) }
        let server = parts.prefix(3).joined(separator: "/")
        guard text.utf8.count <= 1000, isPlain, Self.isServer(server) else {
            return refuse("is no address of a service; write it as http://localhost:8088, without ? and #")
        }
        var url = text[...]
        while url.last == "/" { url.removeLast() }
        return String(url)
    }

    /// Whether a text is a scheme and a host, perhaps with a port; the host may be an address of IPv6 in
    /// brackets.
    private static func isServer(_ text: String) -> Bool {
        guard let open = text.firstIndex(of: "["), let close = text.lastIndex(of: "]"), open < close else {
            return Origin.isOne(text)
        }
        let (scheme, rest) = (text[..<open], text[text.index(after: close)...])
        var room = in6_addr()
        return scheme.hasSuffix("//") && (rest.isEmpty || rest.hasPrefix(":"))
            && inet_pton(AF_INET6, String(text[text.index(after: open)..<close]), &room) == 1
            && Origin.isOne("\(scheme)h\(rest)")
    }

    /// A language as services name it: `de`, `pt-BR`.
    func languageTag() -> String? {
        guard let text = text() else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isTag = parts.allSatisfy { part in
            (1...8).contains(part.count)
                && part.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                    default: false
                    }
                }
        }
        return isTag && text.utf8.count <= 35
            ? text : refuse("\"\(text)\" is no language; write it as \"de\"")
    }

    /// Whom a service may write to: what may stand in a header of HTTP.
    func contact() -> String? {
        guard let text = text() else { return nil }
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && !"()\\".utf8.contains($0) }
        return isPlain && text.utf8.count <= 200
            ? text : refuse("must be up to 200 letters, as of an address of mail, without ( and )")
    }
}

extension SecretFile {
    /// Reads it as what a service over HTTP knows us by.
    ///
    /// - Throws: `FileError`, also where it holds none.
    func serviceKey() throws(FileError) -> Secret {
        let secret = Secret(try contents().bytes)
        guard (1...512).contains(secret.bytes.count), secret.bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw .unfit("holds no key: that is up to 512 letters and digits on one line") }
        return secret
    }
}
