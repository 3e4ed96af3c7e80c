import GeofenceCore
import Testing

@testable import geofence_agent

/// How somebody is let in to the map, and stays.
@Suite(.timeLimit(.minutes(15))) struct MapSessionTests {
    private static let (token, code) = ("fedcba9876543210", "iuw52degnfbf8y2wq83p6jxt")

    /// Lets a test ask a map on which fences may be changed.
    private func serve(code: String? = nil, _ body: (Int) throws -> Void) throws {
        var (settings, map) = (HTTPSettings(), MapSettings())
        map.edit = true
        (settings.port, settings.map, settings.editToken) = (0, map, Secret(Self.token.utf8))
        let service = try HTTPService(
            settings,
            SnapshotBoard(),
            map: MapBoard(map, CommandQueue()),
            code: code.map { Secret($0.utf8) }
        )
        defer { service.close() }
        try body(try #require(service.port))
    }

    private func signIn(_ port: Int, _ shown: String) -> HTTPAnswer {
        let body = "{\"token\":\"\(shown)\"}"
        let lines = [
            "POST /session HTTP/1.1", "Host: localhost", "Connection: close", "Origin: http://localhost",
            "Content-Type: application/json", "Content-Length: \(body.utf8.count)", "", body,
        ]
        return HTTPAnswer(port: port, raw: lines.joined(separator: "\r\n"))
    }

    @Test func `a code signs in once`() throws {
        try serve(code: Self.code) { port in
            #expect(signIn(port, Self.code + "x").status == 401)
            let first = signIn(port, Self.code)
            #expect(first.body == #"{"status":"ok","role":"edit"}"#)
            #expect(first.headers["set-cookie"] != nil)
            #expect(signIn(port, Self.code).status == 401)
            #expect(signIn(port, Self.token).status == 200)
        }
    }

    @Test func `a code that is too short is none`() throws {
        try serve(code: "") { port in #expect(signIn(port, "").status == 401) }
        try serve(code: "123456789012345") { port in #expect(signIn(port, "123456789012345").status == 401) }
    }

    @Test(arguments: ["/api/map", "/api/points?lat=52&lon=13"])
    func `a session that is used goes on`(_ path: String) throws {
        let end = Clock.now.milliseconds / 1000 + Token.lifetime
        let token = Token(Secret(Self.token.utf8), .edit)
        try serve { port in
            for (end, isRenewed) in [(end - 10, false), (end - 90_000, true)] {
                let cookie = "Cookie: geofence-session-0=\(token.session(until: end))"
                let answer = HTTPAnswer(
                    port: port,
                    raw: "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(cookie)\r\n\r\n"
                )
                #expect(answer.status == 200)
                #expect((answer.headers["set-cookie"] != nil) == isRenewed)
            }
        }
    }
}
