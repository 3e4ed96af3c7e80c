import GeofenceCore
import NIOHTTP1
import Testing

@testable import geofence_agent

/// Who gets the past over HTTP.
@Suite(.timeLimit(.minutes(5))) struct MapHistoryTests {
    private static let token = "0123456789abcdef"

    /// Lets a test ask a map.
    private func serve(
        _ edit: (inout HTTPSettings, inout MapServices) -> Void,
        _ body: (Int) throws -> Void
    ) throws {
        var settings = HTTPSettings()
        settings.map = MapSettings()
        var services = MapServices()
        (services.historyPath, services.hasHistory) = ("/nonexistent/agent.sqlite", true)
        edit(&settings, &services)
        settings.port = 0
        let board = MapBoard(settings.map ?? MapSettings(), CommandQueue())
        board.services = services
        let service = try HTTPService(settings, SnapshotBoard(), map: board)
        defer { service.close() }
        try body(try #require(service.port))
    }

    private func ask(_ port: Int, _ path: String, _ lines: String = "Host: localhost\r\n") -> HTTPAnswer {
        HTTPAnswer(port: port, raw: "GET \(path) HTTP/1.1\r\n\(lines)Connection: close\r\n\r\n")
    }

    @Test(arguments: [
        ("Host: localhost\r\n", 401), ("Host: localhost\r\nAuthorization: Bearer wrong\r\n", 401),
        ("Host: evil.test\r\nAuthorization: Bearer \(token)\r\n", 421),
        ("Host: localhost\r\nAuthorization: Bearer \(token)\r\nSec-Fetch-Site: cross-site\r\n", 403),
        ("Host: localhost\r\nAuthorization: Bearer \(token)\r\nSec-Fetch-Site: same-site\r\n", 403),
        ("Host: localhost\r\nAuthorization: Bearer \(token)\r\nSec-Fetch-Site: same-origin\r\n", 404),
        ("Host: localhost\r\nAuthorization: Bearer \(token)\r\n", 404),
    ])
    func `the rules of the map hold for the past`(_ lines: String, _ status: Int) throws {
        try serve { http, _ in
            http.viewToken = Secret(Self.token.utf8)
        } _: { port in
            let answer = ask(port, "/api/history?device=van", lines)
            #expect(answer.status == status, "\(answer.body)")
            #expect(answer.headers["access-control-allow-origin"] == nil)
            #expect(answer.headers["cache-control"] == "no-store")
        }
    }

    @Test func `is answered to GET alone`() throws {
        try serve { _, _ in
        } _: { port in
            let answer = HTTPAnswer(port: port, "/api/history?device=van", method: "POST")
            #expect(answer.status == 405)
        }
    }

    @Test func `visits are for maps that show zones`() throws {
        try serve { _, _ in
        } _: { port in
            let answer = ask(port, "/api/history?device=van&kind=visits")
            #expect(answer.status == 403 && answer.body.contains("http.map.zones"))
            #expect(ask(port, "/api/history?device=van&kind=events").status == 404)
        }
        try serve { http, _ in
            http.map?.zones = true
        } _: { port in
            #expect(ask(port, "/api/history?device=van&kind=visits").status == 404)
        }
    }

    @Test func `says which key turns the history on`() throws {
        try serve { _, services in
            services = MapServices()
        } _: { port in
            let answer = ask(port, "/api/history?device=van")
            #expect(answer.status == 404 && answer.body.contains(#"put \"history\": {} into"#))
        }
        try serve { _, services in
            services.hasHistory = false
        } _: { port in
            #expect(ask(port, "/api/history?device=van").body.contains("history.positions"))
            #expect(ask(port, "/api/history?device=van&kind=events").body.contains("holds no history"))
        }
    }
}
