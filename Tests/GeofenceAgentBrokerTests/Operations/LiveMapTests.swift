import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// The live map of a real agent, over HTTP.
    @Suite struct LiveMapTests {
        private static let token = "0123456789abcdef"
        private let site: Site
        private let port = SilentServer(.refuses).port

        init() throws { site = try Site() }

        /// An agent with a map, which has connected, and a client that publishes positions.
        private func start(_ map: String = "true", token: Bool = false, more: String = "") throws -> (
            agent: AgentProcess, client: Client
        ) {
            var http = "\"port\": \(port), \"map\": \(map)\(more)"
            if token {
                try site.writeSecret(Self.token, to: "token")
                http += ", \"viewTokenFile\": \"token\""
            }
            try site.configure(more: ", \"http\": { \(http) }")
            let client = try site.client()
            try client.subscribe("geofence/#")
            return (try site.connectedAgent(client), client)
        }

        private func ask(
            _ path: String,
            _ method: String = "GET",
            _ headers: [String] = [],
            body: String = "",
            host: String = "localhost"
        ) -> HTTPAnswer {
            let all = ["Host: \(host)", "Connection: close", "Content-Length: \(body.utf8.count)"] + headers
            return HTTPAnswer(
                port: port,
                raw: "\(method) \(path) HTTP/1.1\r\n\(all.joined(separator: "\r\n"))\r\n\r\n\(body)"
            )
        }

        private static let json = "Content-Type: application/json"

        @Test
        func `tells a page what there is, then what happens, and a page that comes back what it missed`()
            throws
        {
            let (agent, client) = try start()
            try client.move("van", 52.5, at: 1_760_000_000 + 1)
            try client.message("geofence/device/van")
            let deadline = Clock.uptime + 60_000
            while ask("/readyz").status != 200, Clock.uptime < deadline {}
            var stream = EventStream(port: port)
            #expect(stream.head.contains("HTTP/1.1 200 OK"))
            #expect(stream.head.contains("Content-Type: text/event-stream"))
            #expect(stream.head.contains("Cache-Control: no-store"))
            #expect(stream.head.contains("X-Accel-Buffering: no"))
            let snapshot = stream.next("snapshot")
            #expect(snapshot?.data.contains(#""device":"van","inside":["depot"]"#) == true)
            #expect(stream.next("link")?.data == #"{"broker":"open"}"#)
            #expect(stream.next("fences")?.data.contains(#""id":"depot","name":"Depot Nord""#) == true)
            try client.move("van", 52.6, at: 1_760_000_000 + 100)
            #expect(stream.next("devices")?.data.contains(#""device":"van","inside":[]"#) == true)
            let left = stream.next("event")
            let exit = try #require(left)
            #expect(exit.data.contains(#""event":"exit""#))
            stream.close()
            try client.move("van", 52.5, at: 1_760_000_000 + 200)
            try client.message("geofence/event/van/depot", containing: "enter")
            var second = EventStream(port: port, "Last-Event-ID: \(exit.id)\r\n")
            let entered = second.next("event")
            let enter = try #require(entered)
            #expect(enter.data.contains(#""event":"enter""#))
            #expect(enter.id == exit.id.dropLast() + "2")
            var third = EventStream(port: port, path: "/api/stream?after=\(exit.id)")
            #expect(third.next("event")?.id == enter.id)
            #expect(agent.stop() == 0)
        }

        @Test func `has room for so many pages, and says so to one more`() throws {
            let (agent, _) = try start(#"{ "viewers": 2 }"#)
            var streams = [EventStream(port: port), EventStream(port: port)]
            #expect(streams[0].next("snapshot") != nil)
            #expect(streams[1].next("snapshot") != nil)
            #expect(ask("/api/stream").body == "event: full\ndata: {}\n\n")
            streams[0].close()
            let deadline = Clock.uptime + 60_000
            var third = EventStream(port: port)
            while third.next("snapshot") == nil, Clock.uptime < deadline { third = EventStream(port: port) }
            #expect(Clock.uptime < deadline)
            #expect(ask("/healthz").status == 200)
            #expect(agent.stop() == 0)
        }

        @Test func `looks are free where there is no token, and nothing can be changed`() throws {
            let (agent, client) = try start()
            try client.move("van", 52.5, at: 1_760_000_000 + 1)
            try client.message("geofence/device/van")
            let page = ask("/")
            #expect(page.status == 200)
            #expect(page.headers["content-type"] == "text/html; charset=utf-8")
            #expect(
                page.headers["content-security-policy"]?.contains("script-src 'self'; style-src 'self'")
                    == true
            )
            #expect(page.headers["x-frame-options"] == "DENY")
            #expect(page.headers["x-content-type-options"] == "nosniff")
            let tag = try #require(page.headers["etag"])
            #expect(ask("/", "GET", ["If-None-Match: \(tag)"]).status == 304)
            #expect(ask("/api/map").body.contains(#""role":"view","version":"#))
            let why = ask(
                "/api/request/explain",
                "POST",
                [Self.json],
                body: #"{"device":"van","fence":"depot"}"#
            )
            #expect(why.status == 200)
            #expect(why.body.contains(#""explain":"#))
            #expect(
                ask("/api/request/explain", "POST", [Self.json], body: #"{"device":"x","fence":"depot"}"#)
                    .status == 400
            )
            #expect(ask("/api/request/explain", "POST", [Self.json], body: "[").status == 400)
            #expect(
                ask("/api/request/device/forget", "POST", [Self.json], body: #"{"device":"van"}"#).status
                    == 403
            )
            #expect(ask("/api/request/none", "POST", [Self.json], body: "{}").status == 404)
            #expect(ask("/api/request/explain").status == 405)
            #expect(ask("/api/map", "DELETE").status == 405)
            #expect(ask("/", "POST").status == 405)
            #expect(ask("/map.js", "HEAD").status == 200)
            #expect(ask("/leaflet/../map.js").status == 404)
            #expect(ask("/metrics").status == 200)
            #expect(agent.stop() == 0)
        }

        @Test func `is deaf to other names, and to pages of others`() throws {
            let (agent, _) = try start()
            for path in ["/", "/map.js", "/api/map", "/api/stream", "/session", "/metrics", "/healthz"] {
                #expect(ask(path, host: "evil.test").status == 421, "\(path)")
            }
            let body = #"{"device":"van","fence":"depot"}"#
            let path = "/api/request/explain"
            #expect(ask(path, "POST", ["Content-Type: text/plain"], body: body).status == 415)
            #expect(ask(path, "POST", [Self.json, "Origin: http://evil.test"], body: body).status == 403)
            #expect(ask(path, "POST", [Self.json, "Origin: http://localhost:1"], body: body).status == 403)
            let preflight = ask(path, "OPTIONS", ["Origin: http://evil.test"])
            #expect(preflight.headers.keys.allSatisfy { !$0.hasPrefix("access-control") })
            #expect(agent.stop() == 0)
        }

        @Test func `with a token shows the page, and the rest to those who have it`() throws {
            let (agent, _) = try start(token: true)
            #expect(ask("/").status == 200)
            #expect(ask("/metrics").status == 200)
            #expect(ask("/api/map").status == 401)
            #expect(ask("/api/stream").status == 401)
            #expect(ask("/api/points?lat=1&lon=1").status == 401)
            #expect(ask("/api/map", "GET", ["Authorization: Bearer \(Self.token)"]).status == 200)
            let start = Clock.uptime
            #expect(ask("/api/map", "GET", ["Authorization: Bearer guess"]).status == 401)
            #expect(Clock.uptime - start >= 500)
            let own = "Origin: http://localhost"
            let body = "{\"token\":\"\(Self.token)\"}"
            #expect(ask("/session", "POST", [Self.json], body: body).status == 403)
            #expect(ask("/session", "POST", [Self.json, own], body: #"{"token":"guess"}"#).status == 401)
            let session = ask("/session", "POST", [Self.json, own], body: body)
            #expect(session.status == 200)
            let cookie = try #require(session.headers["set-cookie"]?.prefix { $0 != ";" })
            #expect(cookie.hasPrefix("geofence-session-\(port)="))
            #expect(ask("/api/map", "GET", ["Cookie: \(cookie)"]).status == 200)
            #expect(
                ask("/api/request/device/list", "POST", [Self.json, "Cookie: \(cookie)"], body: "{}").status
                    == 403
            )
            #expect(
                ask("/api/request/device/list", "POST", [Self.json, "Cookie: \(cookie)", own], body: "{}")
                    .status == 200
            )
            let end = ask("/session", "DELETE", [Self.json, own])
            #expect(end.headers["set-cookie"]?.contains("Max-Age=0") == true)
            #expect(agent.waitForLog("a wrong token for the map"))
            #expect(!agent.text.contains(Self.token))
            #expect(agent.stop() == 0)
        }
    }
}
