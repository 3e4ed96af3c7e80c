import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// Groups of fences, and fences that go with a device, over a restart.
    @Suite struct GroupTests {
        private let site: Site
        private let client: Client

        init() throws {
            site = try Site()
            client = try site.client()
            try client.subscribe("geofence/#")
            try site.configure(
                fences: """
                    [ { "id": "depot", "groups": ["town"], "latitude": 52.5, "longitude": 13.4, "radius": 150 },
                      { "id": "near", "groups": ["town", "fleet"], "follows": "lead", "radius": 200 } ]
                    """
            )
        }

        @Test func `after kill -9 what is retained is told anew, groups and what follows a device too`()
            throws
        {
            let first = try site.connectedAgent(client)
            try client.move("van", 52.6, at: 1_760_000_000)
            try client.move("lead", 52.7, at: 1_760_000_010)
            try client.move("van", 52.5, at: 1_760_000_060)
            try client.move("lead", 52.5, at: 1_760_000_070)
            let topics = [
                "geofence/group/town/van", "geofence/group/fleet/van", "geofence/status/van/near",
                "geofence/status/van/depot",
            ]
            try client.message(topics[0], containing: #""fences":["depot","near"]"#)
            first.kill()
            let before = try topics.map { topic in try #require(client.messages.last { $0.topic == topic }) }
            // A broker that has lost what it kept.
            for topic in topics { try client.publish(topic, "", retained: true) }
            let second = try site.connectedAgent(client)
            let dashboard = try site.client("dashboard")
            try dashboard.subscribe("geofence/#")
            for kept in before { try dashboard.message(kept.topic, containing: kept.payload) }
            try client.move("lead", 52.6, at: 1_760_000_120)
            try client.message("geofence/event/van/fleet", containing: "exit")
            try client.move("van", 52.4, at: 1_760_000_180)
            try client.message("geofence/event/van/town", containing: #""seq":2"#)
            #expect(second.stop() == 0)
            let events = [
                "depot": ["enter position 08:54:20", "exit position 08:56:20"],
                "near": ["enter position 08:54:30", "exit position 08:55:20"],
                "fleet": ["enter position 08:54:30", "exit position 08:55:20"],
                "town": ["enter position 08:54:20", "exit position 08:56:20"],
            ]
            try client.expect(eventsOf: "van", events)
        }
    }
}
