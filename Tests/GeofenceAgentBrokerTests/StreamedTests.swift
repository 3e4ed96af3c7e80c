import Testing

@testable import geofence_agent

extension BrokerTests {
    /// Positions whose values have a topic each, beside a real broker.
    @Suite struct StreamedTests {
        private let site: Site
        private let client: Client

        init() throws {
            (site, client) = try Site.watched()
            try site.write(
                """
                {
                  "mqtt": { "host": "127.0.0.1", "port": \(site.broker.port), "clientId": "agent" },
                  "sources": [
                    { "topic": "fleet/{device}/location" },
                    { "topic": "esp/{device}/sensor/{attribute}/state", "format": "statestream" }
                  ],
                  "fences": \(Site.fences),
                  "store": { "path": "\(site.path("agent.sqlite"))" },
                  "status": { "deviceEvery": 0 }
                }
                """,
                to: "agent.json"
            )
        }

        private func send(_ device: String, latitude: Double) throws {
            try client.send("esp/\(device)/sensor/latitude/state", "\(latitude)")
            try client.send("esp/\(device)/sensor/longitude/state", "13.4")
        }

        @Test func `a position without accuracy is told by itself, and survives kill -9`() throws {
            var agent = try site.connectedAgent(client)
            try send("van", latitude: 52.6)
            try client.message("geofence/device/van", containing: #""latitude":52.6"#)
            try send("bus", latitude: 52.5)
            // Reported with the commit that has what came before; killed with it unacknowledged, the broker
            // sends it again.
            try client.send("fleet/marker/location", #"{"lat":52.7,"lon":13.4}"#)
            try client.message("geofence/device/marker", containing: #""latitude":52.7"#)
            agent.kill()
            agent = try site.connectedAgent(client)
            try client.message("geofence/device/bus", containing: #""latitude":52.5"#)
            #expect(agent.stop() == 0)
            agent = try site.connectedAgent(client)
            try send("van", latitude: 52.5)
            try client.message("geofence/event/van/depot", containing: #""event":"enter""#)
            #expect(agent.stop() == 0)
        }
    }
}
