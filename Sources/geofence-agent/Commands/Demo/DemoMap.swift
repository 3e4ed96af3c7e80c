/// The live map of the demonstration: where it is, and what lets the newcomer change fences on it.
struct DemoMap: Hashable {
    var port: Int
    /// What signs in one browser, once.
    var code: String
    /// What the agent wants to have where fences may be changed; nobody gets to see it.
    var token: String

    /// The file with the token, beside the configuration.
    static let tokenFile = "map-edit.token"

    /// A map on a port, with secrets by chance.
    static func new(port: Int) -> DemoMap {
        let letters = "abcdefghijkmnpqrstuvwxyz23456789"
        func secret() -> String { String((0..<24).map { _ in letters.randomElement() ?? "x" }) }
        return DemoMap(port: port, code: secret(), token: secret())
    }

    /// The code stands behind the `#`: a browser sends that to nobody, and the page takes it off at once.
    var address: String { "http://127.0.0.1:\(port)/#edit=\(code)" }

    /// What the agent gets beside its configuration.
    var environment: [String: String] { [OneTimeCode.variable: code] }

    /// The key of the configuration.
    var setting: String {
        "\"http\": { \"port\": \(port), \"editTokenFile\": \"\(Self.tokenFile)\", \"map\": { \"edit\": true } }"
    }
}
