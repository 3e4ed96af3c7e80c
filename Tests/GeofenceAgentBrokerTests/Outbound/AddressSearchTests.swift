import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// Address search of a real agent, with a service of the test's own.
    @Suite struct AddressSearchTests {
        private let site: Site
        private let port = SilentServer(.refuses).port

        init() throws { site = try Site() }

        private static let answer =
            #"{"features":[{"geometry":{"type":"Point","coordinates":[13.4,52.5]},"properties":{"geocoding":{"label":"5, Main Street","type":"house"}}}]}"#

        private func start(_ server: WebServer, timeout: Int = 30) throws -> (
            agent: AgentProcess, client: Client
        ) {
            try site.configure(
                more: #"""
                    , "http": { "port": \#(port), "map": true }, "geocoding": { "url": "http://127.0.0.1:\#(server.port)", "timeout": \#(timeout), "perSecond": 100 }
                    """#
            )
            let client = try site.client()
            try client.subscribe("geofence/#")
            return (try site.connectedAgent(client), client)
        }

        private func get(_ path: String, _ headers: String = "") -> HTTPAnswer {
            HTTPAnswer(
                port: port,
                raw: "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(headers)\r\n"
            )
        }

        @Test func `is answered over HTTP and MQTT, and the page is told of it`() throws {
            let server = WebServer { _, _ in .json(Self.answer) }
            let (agent, client) = try start(server)
            #expect(
                get("/api/map").body.contains(
                    #""geocoding":{"kind":"nominatim","asYouType":false,"attribution":"© OpenStreetMap contributors"}"#
                )
            )
            let found = get("/api/search?q=Hauptstra%C3%9Fe+5&lat=52.5&lon=13.4")
            #expect(found.status == 200)
            #expect(
                found.body.contains(
                    #"{"status":"ok","data":{"results":[{"label":"5, Main Street","kind":"house""#
                )
            )
            #expect(
                server.requests.last?.hasPrefix("GET /search?q=Hauptstra%C3%9Fe%205&limit=5&viewbox=") == true
            )
            #expect(get("/api/reverse?lat=52.5&lon=13.4").body.contains(#""distance":0"#))
            for path in [
                "search", "search?q=%FF", "search?q=a&lat=x&lon=1", "search?q=a&lat=1",
                "reverse?lat=91&lon=1",
            ] {
                #expect(get("/api/\(path)").status == 400, "\(path)")
            }
            #expect(get("/api/search?q=a", "Sec-Fetch-Site: cross-site\r\n").status == 403)
            let count = client.messages.count
            try client.publish("geofence/request/address/search", #"{"text":"a","transaction":"t"}"#)
            let answer = try client.message("geofence/response/address/search", after: count).payload
            #expect(answer.hasPrefix(#"{"status":"ok","data":{"results":[{"label":"5, Main Street""#))
            #expect(answer.hasSuffix(#""transaction":"t"}"#))
            #expect(agent.stop() == 0)
        }

        @Test func `a service that hangs holds up no event, and not the end`() throws {
            let server = WebServer { _, _ in .hang }
            let (agent, client) = try start(server)
            try client.publish("geofence/request/address/search", #"{"text":"a"}"#)
            let deadline = Clock.uptime + 60_000
            while server.requests.isEmpty, Clock.uptime < deadline { usleep(1000) }
            try client.move("van", 52.6, at: 1_760_000_000)
            try client.move("van", 52.5, at: 1_760_000_100)
            try client.message("geofence/event/van/depot", containing: "enter")
            #expect(agent.stop() == 0)
            #expect(server.requests.count == 1)
        }

        @Test func `a reload names another service, or none`() throws {
            let (first, second) = (
                WebServer { _, _ in .json("[]") }, WebServer { _, _ in .json(Self.answer) }
            )
            let (agent, client) = try start(first)
            #expect(get("/api/search?q=a").body.contains(#""results":[]"#))
            try site.configure(
                more:
                    #", "http": { "port": \#(port), "map": true }, "geocoding": { "kind": "photon", "url": "http://127.0.0.1:\#(second.port)" }"#
            )
            agent.send(SIGHUP)
            let deadline = Clock.uptime + 60_000
            while !get("/api/map").body.contains("photon"), Clock.uptime < deadline { usleep(10_000) }
            #expect(get("/api/search?q=a").body.contains("5, Main Street"))
            #expect(get("/api/map").body.contains(#""geocoding":{"kind":"photon","asYouType":true,"#))
            try site.configure(more: #", "http": { "port": \#(port), "map": true }"#)
            agent.send(SIGHUP)
            while get("/api/map").body.contains("geocoding"), Clock.uptime < deadline { usleep(10_000) }
            #expect(get("/api/search?q=a").status == 400)
            #expect(!get("/api/map").body.contains("geocoding"))
            #expect(agent.stop() == 0)
            _ = client
        }
    }
}
