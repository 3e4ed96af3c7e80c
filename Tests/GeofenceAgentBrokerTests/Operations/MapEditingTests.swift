import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// Fences changed over HTTP, by those who may.
    @Suite struct MapEditingTests {
        private static let (view, edit) = ("0123456789abcdef", "fedcba9876543210")
        private static let json = "Content-Type: application/json"
        private static let yard = #"{"id":"yard","latitude":52.6,"longitude":13.4,"radius":100}"#
        private let site: Site
        private let client: Client
        private let agent: AgentProcess
        private let port = SilentServer(.refuses).port

        init() throws {
            site = try Site()
            try site.writeSecret(Self.view, to: "view")
            try site.writeSecret(Self.edit, to: "edit")
            let http =
                #""port": \#(port), "map": { "edit": true }, "viewTokenFile": "view", "editTokenFile": "edit""#
            try site.configure(more: ", \"http\": { \(http) }")
            client = try site.client()
            try client.subscribe("geofence/#")
            agent = try site.connectedAgent(client)
        }

        private func ask(
            _ command: String,
            _ body: String,
            _ headers: [String] = ["Authorization: Bearer \(edit)"]
        ) -> HTTPAnswer {
            let all =
                ["Host: localhost", "Connection: close", "Content-Length: \(body.utf8.count)", Self.json]
                + headers
            return HTTPAnswer(
                port: port,
                raw:
                    "POST /api/request/\(command) HTTP/1.1\r\n\(all.joined(separator: "\r\n"))\r\n\r\n\(body)"
            )
        }

        @Test func `who shows the token for it changes fences, and the others don't`() throws {
            #expect(ask("fence/set", Self.yard, []).status == 401)
            #expect(ask("fence/set", Self.yard, ["Authorization: Bearer \(Self.view)"]).status == 403)
            let set = ask("fence/set", Self.yard)
            #expect(set.status == 200)
            #expect(set.body == #"{"status":"ok","data":{"fences":["yard"]}}"#)
            #expect(try client.message("geofence/fence/yard").payload.contains(#""count":0"#))
            #expect(ask("fence/get", #"{"id":"yard"}"#, ["Authorization: Bearer \(Self.view)"]).status == 200)
            #expect(ask("fence/remove", #"{"id":"none"}"#).status == 400)
            #expect(agent.stop() == 0)
        }

        @Test func `a session needs an origin of our own, so that no other page changes anything`() throws {
            let own = "Origin: http://localhost"
            let body = "{\"token\":\"\(Self.edit)\"}"
            let raw = """
                POST /session HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(Self.json)\r\n\(own)\r\n\
                Content-Length: \(body.utf8.count)\r\n\r\n\(body)
                """
            let session = HTTPAnswer(port: port, raw: raw)
            #expect(session.body == #"{"status":"ok","role":"edit"}"#)
            let cookie = "Cookie: \(try #require(session.headers["set-cookie"]?.prefix { $0 != ";" }))"
            #expect(ask("fence/set", Self.yard, [cookie]).status == 403)
            #expect(ask("fence/set", Self.yard, [cookie, "Origin: http://evil.test"]).status == 403)
            #expect(ask("fence/set", Self.yard, [cookie, own]).status == 200)
            #expect(agent.stop() == 0)
        }

        @Test func `a long fence has room, of those alone who may set it`() throws {
            let corners = (0..<9000).map { number in
                let angle = Double(number) / 9000 * 2 * .pi
                return "[\(13.4 + 0.1 * cos(angle)),\(52.5 + 0.1 * sin(angle))]"
            }
            let ring = (corners + [corners[0]]).joined(separator: ",")
            let body = #"{"id":"long","geometry":{"type":"Polygon","coordinates":[[\#(ring)]]}}"#
            #expect(body.utf8.count > 300_000)
            #expect(ask("fence/set", body).status == 200)
            #expect(ask("fence/set", body, ["Authorization: Bearer \(Self.view)"]).status != 200)
            let beyond = String(repeating: " ", count: MapSite.mostBody) + body
            #expect(ask("fence/set", beyond).status != 200)
            #expect(agent.stop() == 0)
        }

        @Test func `what is answered is kept, whatever happens then`() throws {
            for number in 0..<20 {
                #expect(ask("fence/set", Self.yard.replacing("yard", with: "y\(number)")).status == 200)
            }
            agent.kill()
            let next = try site.connectedAgent(client)
            let deadline = Clock.uptime + 60_000
            var list = ask("fence/list", "{}")
            while list.status != 200, Clock.uptime < deadline { list = ask("fence/list", "{}") }
            for number in 0..<20 { #expect(list.body.contains(#""id":"y\#(number)""#)) }
            #expect(next.stop() == 0)
        }
    }
}
