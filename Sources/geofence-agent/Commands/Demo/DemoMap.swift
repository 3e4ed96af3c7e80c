/// The live map of the demonstration: where it is, and what lets the newcomer change fences on it.
struct DemoMap: Hashable {
    var port: Int
    /// As long as the demonstration lasts.
    var token: String

    /// The file with the token, beside the configuration.
    static let tokenFile = "map-edit.token"

    /// A map on a port, with a token by chance.
    static func new(port: Int) -> DemoMap {
        let letters = "abcdefghijkmnpqrstuvwxyz23456789"
        return DemoMap(port: port, token: String((0..<24).map { _ in letters.randomElement() ?? "x" }))
    }

    /// The token stands behind the `#`: a browser sends that to nobody, and the page takes it off at once.
    var address: String { "http://127.0.0.1:\(port)/#edit=\(token)" }

    /// The key of the configuration.
    var setting: String {
        "\"http\": { \"port\": \(port), \"editTokenFile\": \"\(Self.tokenFile)\", \"map\": { \"edit\": true } }"
    }
}
