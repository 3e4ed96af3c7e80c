import NIOHTTP1

/// An answer of the live map.
struct MapReply: Sendable {
    var status: Int
    var mediaType: String
    var body: [UInt8]
    var headers: [(name: String, value: String)] = []
    /// Called when it is sent, or can't be.
    var sent: (@Sendable () -> Void)?

    init(_ status: Int, _ mediaType: String, _ body: [UInt8]) {
        (self.status, self.mediaType, self.body) = (status, mediaType, body)
    }

    /// JSON, which nobody keeps.
    static func json(_ body: [UInt8], status: Int = 200) -> MapReply {
        var reply = MapReply(status, "application/json", body)
        reply.headers = [("Cache-Control", "no-store")]
        return reply
    }

    /// Gives a browser a session, where there is one.
    mutating func setSession(_ session: String?) {
        if let session { headers.append(("Set-Cookie", session)) }
    }

    /// Why there is nothing, and what to do.
    static func problem(_ status: Int, _ text: String) -> MapReply {
        .json(
            JSONWriter.object { json in
                json.member("status", "error")
                json.member("error", text)
            },
            status: status
        )
    }
}

/// What a browser may do with the answers of the live map.
struct MapHeaders {
    private let lines: [(name: String, value: String)]

    init(_ settings: MapSettings) {
        let ancestors = settings.frameAncestors
        let tiles = settings.tiles?.origin.map { " \($0)" } ?? ""
        let frames = ancestors.isEmpty ? "'none'" : ancestors.joined(separator: " ")
        let policy = [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:\(tiles)",
            "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors \(frames)",
        ]
        lines =
            [
                ("Content-Security-Policy", policy.joined(separator: "; ")),
                ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Resource-Policy", "same-origin"),
                ("Cross-Origin-Opener-Policy", "same-origin"),
                ("Referrer-Policy", "strict-origin-when-cross-origin"),
            ] + (ancestors.isEmpty ? [("X-Frame-Options", "DENY")] : [])
    }

    func add(to headers: inout HTTPHeaders) {
        for line in lines { headers.add(name: line.name, value: line.value) }
    }
}
