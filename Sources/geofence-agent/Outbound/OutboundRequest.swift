/// What is asked of a server over HTTP.
struct OutboundRequest: Hashable, Sendable {
    /// With `http://` or `https://`; others are refused.
    var url: String
    /// JSON that is posted; nil: the URL is got.
    var body: [UInt8]?
    /// Lines such as `Accept-Language: de`; what would break out of its line is refused.
    var headers: [String] = []
    /// Milliseconds from the beginning of the connection to the end of the answer.
    var timeout: Int64 = 5000
    /// Bytes of an answer at most; a longer one is broken off.
    var mostBytes = 256 << 10
    /// With whom it shares its pace.
    var lane: OutboundLane

    /// Scheme, host and port: what may stand in a log, since the rest may hold a key.
    var origin: String { Self.origin(of: url) }

    /// Scheme, host and port of a URL.
    static func origin(of url: String) -> String {
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[1].isEmpty else { return "the server" }
        let authority = parts[2].prefix { $0 != "?" && $0 != "#" }
        return "\(parts[0])//\(authority.split(separator: "@").last ?? "")"
    }
}

/// The pace at which one service is asked: those of a name wait for each other.
struct OutboundLane: Hashable, Sendable {
    var name: String
    /// Requests that are on their way at the same time, 1 or more.
    var atOnce = 1
    /// Requests that begin in a second; nil: as many as like.
    var perSecond: Double?
    /// Milliseconds that a request waits for its turn at most.
    var patience: Int64 = 5000
}
