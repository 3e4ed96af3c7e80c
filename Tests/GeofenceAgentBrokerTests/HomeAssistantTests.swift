import Testing

@testable import geofence_agent

extension BrokerTests {
    @Suite final class HomeAssistantTests {
        let site: Site
        let client: Client
        private static let van = "homeassistant/device/geofence__device__van/config"
        private static let depot = "homeassistant/device/geofence__fence__depot/config"

        init() throws {
            site = try Site()
            client = try site.client()
            try client.subscribe("#")
        }

        private func start(_ settings: String) throws -> AgentProcess {
            try site.configure(more: ", \"homeAssistant\": {\(settings)}")
            return try site.connectedAgent(client)
        }

        /// Topics of discovery that the broker keeps.
        private func kept(_ id: String) throws -> [String] {
            let late = try site.client(id)
            try late.subscribe("homeassistant/#")
            return late.messages.filter(\.isRetained).map(\.topic).sorted()
        }

        @Test func `entities are told, again at a birth, and taken back`() throws {
            let agent = try start(#""discovery": true"#)
            try client.message(Self.depot, containing: "occupancy")
            try client.move("van", 52.5, at: 1_760_000_000)
            try client.message(Self.van, containing: "tracker")
            try client.message("geofence/homeassistant/van/place", containing: "Depot Nord")

            let count = client.messages.count
            try client.publish("homeassistant/status", "online")
            try client.message("geofence/homeassistant/van/place", containing: "Depot Nord", after: count)
            // On a loaded machine what the connection publishes once more may come only now, besides.
            try client.wait(for: "all that is announced") { client in
                let topics = client.messages[count...].map(\.topic)
                return Set(topics.filter { $0.hasSuffix("/config") }).count == 4
            }

            try client.publish("geofence/request/device/forget", #"{"device":"van"}"#)
            try client.wait(for: "the end of the van") { _ in try !self.kept("one").contains(Self.van) }

            try site.configure(more: #", "homeAssistant": {"discovery": false}"#)
            agent.send(1)
            try client.wait(for: "the end of discovery") { _ in try self.kept("two") == [] }
            agent.stop()
        }

        @Test func `what is turned off while the agent is away is taken back at its start`() throws {
            let agent = try start(#""discovery": true, "legacy": true"#)
            try client.message(
                "homeassistant/sensor/geofence__agent__reconnects/config",
                containing: "uniq_id"
            )
            try client.wait(for: "all of it") { _ in try self.kept("one").count == 13 + 6 }
            agent.kill()
            let next = try start(#""discovery": true"#)
            try client.message(Self.depot, containing: "occupancy")
            try client.wait(for: "the new topics alone") { _ in
                try self.kept("two").allSatisfy { $0.hasPrefix("homeassistant/device/") }
            }
            next.kill()
            let last = try start("")
            try client.wait(for: "nothing") { _ in try self.kept("three") == [] }
            last.stop()
        }
    }
}
