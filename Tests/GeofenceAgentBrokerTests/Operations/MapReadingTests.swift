import Foundation
import GRDB
import GeofenceCore
import NIOHTTP1
import Testing

@testable import geofence_agent

/// Who gets the past, and pictures of the map, over HTTP.
@Suite(.timeLimit(.minutes(15))) struct MapReadingTests {
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

    /// Makes a file with one tile, and lets a test ask for it.
    private func serveTiles(_ edit: (inout HTTPSettings) -> Void = { _ in }, _ body: (Int) throws -> Void)
        throws
    {
        let path = FileManager.default.temporaryDirectory.path + "/tiles-\(UUID().uuidString).mbtiles"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try DatabaseQueue(path: path).write { db in
            try db.execute(
                sql: """
                    CREATE TABLE metadata (name, value);
                    CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data);
                    INSERT INTO metadata VALUES ('format', 'png'), ('attribution', 'us'), ('bounds', '1,2,3,4');
                    INSERT INTO tiles VALUES (1, 0, 1, CAST('picture' AS BLOB))
                    """
            )
        }
        try serve { http, _ in
            http.map?.tiles = MapSettings.Tiles(url: MapSettings.Tiles.ownURL, file: path)
            edit(&http)
        } _: { port in
            try body(port)
        }
    }

    @Test func `gives tiles out of a file`() throws {
        try serveTiles { port in
            let tile = ask(port, "/tiles/1/0/0")
            #expect(tile.status == 200 && tile.body == "picture")
            #expect(tile.headers["content-type"] == "image/png")
            #expect(tile.headers["cache-control"] == "private, max-age=86400")
            #expect(tile.headers["content-security-policy"]?.contains("img-src 'self' data:;") == true)
            let about = ask(port, "/api/map").body
            let tiles =
                #""tiles":{"url":"tiles/{z}/{x}/{y}","attribution":"us","maxZoom":22,"minZoom":0,"file":true,"bounds":[[1,2],[3,4]]}"#
            #expect(about.contains(tiles), "\(about)")
        }
    }

    @Test(arguments: [
        "/tiles/1/0/1", "/tiles/1/1/0", "/tiles/1/0/0.png", "/tiles/1/0", "/tiles/1/0/0/", "/tiles/1/-0/0",
        "/tiles/99999999999999999999/0/0", "/tiles/1/4294967295/0", "/tiles/../1/0/0", "/tiles/",
        "/tiles/1/+0/0",
        "/tiles/1/%30/0",
    ])
    func `has no tile at an address that is none`(_ path: String) throws {
        try serveTiles { port in
            #expect(ask(port, path).status == 404)
            #expect(ask(port, "/tiles/1/0/0").status == 200)
        }
    }

    @Test(arguments: [
        ("Host: localhost\r\n", 401), ("Host: evil.test\r\nAuthorization: Bearer \(token)\r\n", 421),
        ("Host: localhost\r\nAuthorization: Bearer \(token)\r\nSec-Fetch-Site: cross-site\r\n", 403),
        ("Host: localhost\r\nAuthorization: Bearer \(token)\r\n", 200),
    ])
    func `the rules of the map hold for tiles`(_ lines: String, _ status: Int) throws {
        try serveTiles { http in
            http.viewToken = Secret(Self.token.utf8)
        } _: { port in
            let answer = ask(port, "/tiles/1/0/0", lines)
            #expect(answer.status == status)
            #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
        }
    }

    @Test func `without a file that can be read there are no tiles, and the page shows a grid`() throws {
        try serve { http, _ in
            http.map?.tiles = MapSettings.Tiles(url: MapSettings.Tiles.ownURL, file: "/nonexistent.mbtiles")
        } _: { port in
            #expect(ask(port, "/tiles/1/0/0").body.contains("http.map.tiles.file"))
            #expect(!ask(port, "/api/map").body.contains("tiles"))
        }
    }
}
