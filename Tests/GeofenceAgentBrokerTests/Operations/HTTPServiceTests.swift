import Foundation
import Testing

@testable import GeofenceCore
@testable import geofence_agent

@Suite(.timeLimit(.minutes(15))) struct HTTPServiceTests {
    private let board = SnapshotBoard()

    private func settings(port: Int, host: String = "127.0.0.1") -> HTTPSettings {
        var settings = HTTPSettings()
        (settings.host, settings.port, settings.hosts) = (host, port, ["metrics.example"])
        return settings
    }

    /// Lets a test ask a service whose agent is well.
    private func serve(patience: Int64 = 60_000, _ body: (Int) throws -> Void) throws {
        let service = try HTTPService(settings(port: 0), board, patience: patience)
        defer { service.close() }
        let about = About(version: "1", started: Timestamp(milliseconds: 0), configuration: "f")
        board.put(Snapshot(uptime: Clock.uptime, about: about, broker: "h:1", link: .open))
        try body(try #require(service.port))
    }

    @Test func `answers over HTTP`() throws {
        try serve { port in
            let metrics = HTTPAnswer(port: port, "/metrics")
            #expect(metrics.status == 200)
            #expect(metrics.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            #expect(metrics.headers["content-length"] == "\(metrics.body.utf8.count)")
            #expect(metrics.body.hasPrefix("# HELP geofence_agent_build_info "))
            #expect(HTTPAnswer(port: port, "/healthz").body == "ok\n")
            #expect(HTTPAnswer(port: port, "/other").status == 404)
            #expect(HTTPAnswer(port: port, "/readyz?now").status == 200)
            #expect(HTTPAnswer(port: port, "/metrics", method: "POST").status == 405)
        }
    }

    @Test(
        arguments: [
            ("Host: rebound.example\r\n", 421), ("Host: rebound.example:80\r\n", 421),
            ("Host: localhost\r\nHost: rebound.example\r\n", 421), ("Host: \r\n", 421),
            ("Host: 127.0.0.1:9464\r\n", 200), ("Host: [::1]:9464\r\n", 200), ("Host: localhost\r\n", 200),
            ("Host: metrics.example\r\n", 200), ("", 200),
        ]
    )
    func `answers under names of this machine alone`(_ line: String, _ status: Int) throws {
        try serve { port in
            for path in ["/metrics", "/healthz", "/readyz"] {
                let request = "GET \(path) HTTP/1.0\r\n\(line)Connection: close\r\n\r\n"
                let answer = HTTPAnswer(port: port, raw: request)
                #expect(answer.status == status, "\(path) \(line)")
                #expect((status == 421) == answer.body.contains("http.hosts"))
            }
        }
    }

    @Test(arguments: ["/metrics", "/healthz", "/readyz", "/other"])
    func `answers HEAD as GET, without the body`(_ path: String) throws {
        try serve { port in
            let whole = HTTPAnswer(port: port, path)
            var answer = HTTPAnswer(port: port, path, method: "HEAD")
            #expect(answer.body == "")
            answer.body = whole.body
            // The processor time in the metrics may have become a digit longer.
            if path != "/metrics" { #expect(answer == whole) }
            #expect(answer.status == whole.status)
        }
    }

    @Test func `refuses requests of more bytes than one has`() throws {
        let rest = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8.count
        try serve { port in
            let longest = "/" + String(repeating: "a", count: HTTPLimit.mostBytes - rest)
            #expect(HTTPAnswer(port: port, longest).status == 404)
            #expect(HTTPAnswer(port: port, longest + "a").status == 431)
            #expect(HTTPAnswer(port: port, longest + String(repeating: "a", count: 200_000)).status != 404)
            #expect(HTTPAnswer(port: port, "/healthz").status == 200)
        }
    }

    @Test func `ends the oldest of many connections that say nothing`() throws {
        try serve { port in
            let silent = (0..<40).map { _ in HTTPAnswer.Connection(port: port) }
            #expect(HTTPAnswer(port: port, "/healthz").status == 200)
            for connection in silent.prefix(9) { #expect(connection.end() == "") }
            let request = "GET /healthz HTTP/1.0\r\n\r\n"
            silent[39].send(request)
            #expect(silent[39].end().hasSuffix("\r\n\r\nok\n"))
        }
    }

    @Test func `answers one request after the other on a connection, each with its own limit`() throws {
        try serve { port in
            let connection = HTTPAnswer.Connection(port: port)
            let rest = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8.count
            let longest = "/" + String(repeating: "a", count: HTTPLimit.mostBytes - rest)
            for _ in 0..<3 {
                connection.send("GET \(longest) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                let answer = try #require(connection.some(within: 20_000))
                #expect(answer.hasPrefix("HTTP/1.1 404 "))
                #expect(answer.contains("\r\nConnection: keep-alive\r\n"))
            }
            let line = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
            connection.send(line + "\r\n" + line + "Connection: close\r\n\r\n")
            #expect(connection.end().components(separatedBy: "\r\n\r\nok\n").count == 3)
        }
    }

    @Test func `ends a connection that has its answer and asks for nothing more`() throws {
        try serve(patience: 600_000) { port in
            let connection = HTTPAnswer.Connection(port: port)
            connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(connection.end().hasSuffix("\r\n\r\nok\n"))
        }
    }

    @Test func `ends those that ask for nothing before one that waits for an answer`() throws {
        try serve { port in
            let asking = HTTPAnswer.Connection(port: port)
            asking.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n")
            #expect(HTTPAnswer(port: port, "/healthz").status == 200)
            let silent = (0..<40).map { _ in HTTPAnswer.Connection(port: port) }
            #expect(HTTPAnswer(port: port, "/healthz").status == 200)
            asking.send("x")
            #expect(asking.some(within: 20_000)?.hasSuffix("\r\n\r\nok\n") == true)
            withExtendedLifetime(silent) {}
        }
    }

    @Test func `ends a connection whose request does not come to its end`() throws {
        try serve(patience: 50) { port in
            let connection = HTTPAnswer.Connection(port: port)
            connection.send("GET /healthz HTTP/1.1\r\nHost:")
            #expect(connection.end() == "")
        }
    }

    /// A connection that is full says so, and that it no longer is, in the middle of a write.
    @Test func `sends a page that reads slowly all there is, and answers others meanwhile`() throws {
        let map = MapBoard(MapSettings(), CommandQueue())
        let service = try HTTPService(settings(port: 0), board, map: map)
        defer { service.close() }
        let port = try #require(service.port)
        let about = About(version: "1", started: Timestamp(milliseconds: 0), configuration: "f")
        board.put(Snapshot(uptime: Clock.uptime, about: about, broker: "h:1", link: .open))
        let page = HTTPAnswer.Connection(port: port)
        page.send("GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(page.some(within: 20_000)?.hasPrefix("HTTP/1.1 200 OK") == true)
        var update = MapUpdate(watch: map.watch)
        for number in 0..<50_000 {
            let id = try Identifier("device-with-a-name-\(number)")
            let report = DeviceReport(inside: [id, id, id], fix: nil, fixTime: nil)
            update.put(MapDevice(id: id, report: report), number)
        }
        update.isWhole = true
        map.put(update)
        var (text, parts) = ("", 0)
        while parts < 100, let some = page.some(within: 20_000) {
            if parts == 0 { #expect(HTTPAnswer(port: port, "/healthz").body == "ok\n") }
            text += some
            parts += text.components(separatedBy: "event: snapshot\n").count - 1
            text = String(text.suffix(16))
            if text.contains("event: snapshot\n") { text = "" }
        }
        #expect(parts == 100)
    }

    @Test func `goes without where the port is taken`() throws {
        let other = SilentServer(.accepts)
        let reason = "another program has the port; change http.port, or stop it"
        #expect(throws: HTTPService.Failure(description: reason)) {
            _ = try HTTPService(settings(port: other.port), board)
        }
        withExtendedLifetime(other) {}
    }

    @Test func `goes without where the address is another machine's`() throws {
        #expect(throws: HTTPService.Failure(description: "Cannot assign requested address")) {
            _ = try HTTPService(settings(port: 9464, host: "2001:db8::1"), board)
        }
    }
}
