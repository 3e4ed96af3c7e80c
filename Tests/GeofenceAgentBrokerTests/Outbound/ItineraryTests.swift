import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// Itineraries of a real agent, with a router of the test's own.
    @Suite struct ItineraryTests {
        private let site: Site

        init() throws { site = try Site() }

        /// 900 m in 1,000 s along 52.501°.
        private static let way = """
            {"code":"Ok","routes":[{"legs":[{"summary":"Main Street","distance":900,"duration":1000,"steps":[\
            {"name":"Main Street","distance":900,"duration":1000,"geometry":"o_lccB_{zpX?_pR","maneuver":{"type":"depart","bearing_after":90}}]}]}],\
            "waypoints":[{"distance":1},{"distance":1}]}
            """

        private static let set =
            #"{"id":"t","device":"van","radius":100,"stops":[{"latitude":52.5,"longitude":13.4},{"latitude":52.5,"longitude":13.41}]}"#

        @Test func `go on after kill -9, with ways of the router and an end that is told`() throws {
            let router = WebServer { _, _ in .json(Self.way) }
            try site.configure(
                more: #", "routing": { "url": "http://127.0.0.1:\#(router.port)", "timeout": 30 }"#
            )
            let client = try site.client()
            try client.subscribe("geofence/#")
            let first = try site.connectedAgent(client)
            try client.publish("geofence/request/itinerary/set", Self.set)
            try client.message(
                "geofence/itinerary/t",
                containing: #""duration":1000,"text":"0d 0h 17m","via":"router"}"#
            )
            #expect(
                router.requests.first?.hasPrefix("GET /route/v1/driving/13.4,52.5;13.41,52.5?steps=true&")
                    == true
            )
            try client.move("van", 52.5, at: 1_760_000_000)
            try client.message(
                "geofence/eta/van",
                containing: #""stop":"B","eta":"2025-10-09T09:10:00.000Z","distance":900"#
            )
            first.kill()
            let second = try site.connectedAgent(client)
            try client.move("van", 52.6, at: 1_760_000_060)
            try client.message(
                "geofence/itinerary/t",
                containing:
                    #"{"label":"A","status":"done","arrived":"2025-10-09T08:53:20.000Z","departed":"2025-10-09T08:54:20.000Z"}"#
            )
            try client.publish("geofence/request/itinerary/clear", "{}")
            try client.message(
                "geofence/response/itinerary/clear",
                containing: #"{"count":1,"removed":["t"]}"#
            )
            #expect(second.stop() == 0)
            let dashboard = try site.client("dashboard")
            try dashboard.subscribe("geofence/#")
            try dashboard.message("geofence/agent/state", containing: "offline")
            let topics = ["geofence/itinerary/t", "geofence/eta/van", "geofence/status/van/t-A"]
            #expect(dashboard.messages.filter { topics.contains($0.topic) }.isEmpty)
        }
    }
}
