import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// Visits and zones of devices, from fixes to topics.
    @Suite struct PlaceTests {
        private static let base = 1_760_000_000

        @Test func `a visit that a kill cuts in two is one, and its zone is told again`() throws {
            let site = try Site()
            let client = try site.client()
            try client.subscribe("geofence/#")
            try site.configure(more: #", "visits": { "minDuration": 600 }, "zones": { "timezone": "UTC" }"#)
            var agent = try site.connectedAgent(client)
            for minute in 0..<12 { try client.move("van", 52.6, at: Self.base + 60 * minute) }
            let arrival = try client.message("geofence/visit/van", containing: "arrival")
            #expect(arrival.payload.contains(#""id":"van/2025-10-09T08:53:20.000Z""#))
            agent.kill()
            agent = try site.connectedAgent(client)
            client.forget()
            for minute in 12..<20 { try client.move("van", 52.6, at: Self.base + 60 * minute) }
            for minute in 20..<30 { try client.move("van", 52.7, at: Self.base + 60 * minute) }
            let departure = try client.message("geofence/visit/van", containing: "departure")
            #expect(departure.payload.contains(#""id":"van/2025-10-09T08:53:20.000Z""#))
            #expect(
                departure.payload.contains(#""duration":1140"#) && departure.payload.contains(#""fixes":20"#)
            )
            let zones = try client.message("geofence/zones/van", containing: #""count":1"#)
            client.forget()
            try client.ask(for: "geofence/zones/+")
            #expect(try client.message("geofence/zones/van").payload == zones.payload)
            #expect(agent.stop() == 0)
        }
    }
}
