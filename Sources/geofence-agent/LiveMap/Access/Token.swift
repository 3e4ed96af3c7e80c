import CSodium

/// What lets somebody see the map, or change fences: a token that a program shows, or a session that a
/// browser got for it.
struct Token {
    let role: MapRole
    /// Seconds that a session lasts.
    static let lifetime: Int64 = 7 * 86_400
    private static let size = 32

    /// A hash of the token: of one length, and no secret to look at by how long a comparison takes.
    private let key: [UInt8]

    init(_ secret: Secret, _ role: MapRole) {
        self.role = role
        key = Self.hash(secret.bytes, key: nil)
    }

    /// Whether somebody shows the token.
    func isSame(_ shown: some Sequence<UInt8>) -> Bool {
        Self.isEqual(Self.hash(Array(shown), key: nil), key)
    }

    /// A session until a moment in seconds: what it says, and a seal over that.
    ///
    /// Nothing is kept of it; it holds over a restart, and ends with the token.
    func session(until end: Int64) -> String {
        let text = "\(end).\(role.rawValue)"
        return "\(text).\(Self.digits(seal(text)))"
    }

    /// When a session ends, in seconds; nil where it has, or the token is another.
    func end(of session: Substring, at now: Int64) -> Int64? {
        let parts = session.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1] == role.rawValue, let end = Int64(parts[0]), end > now,
            end <= now + Self.lifetime
        else { return nil }
        let expected = Self.digits(seal("\(end).\(role.rawValue)"))
        return Self.isEqual(Array(parts[2].utf8), Array(expected.utf8)) ? end : nil
    }

    private func seal(_ text: String) -> [UInt8] { Self.hash(Array(text.utf8), key: key) }

    /// BLAKE2b of libsodium.
    private static func hash(_ bytes: [UInt8], key: [UInt8]?) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: size)
        _ = crypto_generichash(&hash, size, bytes, UInt64(bytes.count), key, key?.count ?? 0)
        return hash
    }

    /// Compares in a time that says nothing of where they differ.
    private static func isEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count && sodium_memcmp(a, b, a.count) == 0
    }

    private static func digits(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
