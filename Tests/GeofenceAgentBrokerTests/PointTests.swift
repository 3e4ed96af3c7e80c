import CLibrary
import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// Points of interest near devices, and fences around them, over kills.
    @Suite struct PointTests {
        private let site: Site
        private let client: Client

        init() throws {
            site = try Site()
            client = try site.client()
            try client.subscribe("geofence/#")
            try site.write("id,name,lat,lon\na,Anton,52.50,13.4\nb,Berta,52.52,13.4\n", to: "stores.csv")
            try site.configure(
                fences: "[]",
                more:
                    #", "pois": { "files": ["\#(site.path("stores.csv"))"], "regions": [100, 300], "searchRadius": 3000 }"#
            )
        }

        @Test func `a kill after each message loses nothing, and makes nothing up`() throws {
            let track = [52.49, 52.4999, 52.5, 52.51, 52.52, 52.9, 52.9001]
            for (step, latitude) in track.enumerated() {
                let agent = try site.connectedAgent(client)
                let start = client.messages.count
                try client.move("van", latitude, at: 1_760_000_000 + 60 * step)
                try client.message(
                    "geofence/device/van",
                    containing: "\"latitude\":\(latitude),",
                    after: start
                )
                agent.kill()
            }
            let agent = try site.connectedAgent(client)
            try client.wait(for: "the end of all regions") { _ in
                let dashboard = try self.site.client("dashboard")
                try dashboard.subscribe("geofence/#")
                return !dashboard.messages.contains {
                    $0.topic.contains("/nearby/") || $0.topic.contains("poi-")
                }
            }
            #expect(agent.stop() == 0)
            let events = [
                "poi-a-100": ["enter position 08:54:20", "exit position 08:56:20"],
                "poi-a-300": ["enter position 08:54:20", "exit position 08:56:20"],
                "poi-b-100": ["enter position 08:57:20", "exit position 08:58:20"],
                "poi-b-300": ["enter position 08:57:20", "exit position 08:58:20"],
            ]
            try client.expect(eventsOf: "van", events)
            let nearby = client.messages.filter { $0.topic == "geofence/nearby/van" }.map(\.payload)
            #expect(
                nearby.contains { $0.contains(#"[{"id":"a","name":"Anton","distance":11.1,"bearing":0}]"#) }
            )
            #expect(nearby.contains { $0.contains(#"[{"id":"b","name":"Berta","distance":0,"bearing":0}]"#) })
            #expect(nearby.last == "")
        }

        @Test
        func `another file of points counts after SIGHUP, and the topic is told to a broker that forgot it`()
            throws
        {
            let agent = try site.connectedAgent(client)
            try client.move("van", 52.5, at: 1_760_000_000)
            try client.message("geofence/nearby/van", containing: "Anton")
            try client.publish("geofence/request/fence/list", #"{"type":"poi"}"#)
            try client.message("geofence/response/fence/list", containing: #""count":2"#)
            try site.write("id,name,lat,lon\nc,Caesar,52.50,13.4\n", to: "stores.csv")
            agent.send(SIGHUP)
            try client.message("geofence/nearby/van", containing: "Caesar")
            try client.message("geofence/device/van", containing: #""inside":["poi-c-100","poi-c-300"]"#)
            agent.kill()
            try client.publish("geofence/nearby/van", "", retained: true)
            let start = client.messages.count
            let next = try site.connectedAgent(client)
            try client.message("geofence/nearby/van", containing: "Caesar", after: start)
            #expect(next.stop() == 0)
        }

        @Test func `goes on while a file of points is slow to be read`() throws {
            let agent = try site.connectedAgent(client)
            let path = site.path("stores.csv")
            #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
            agent.send(SIGHUP)
            // Opens once the agent has begun to read.
            let file = open(path, O_WRONLY)
            try client.move("van", 52.5, at: 1_760_000_000)
            try client.message("geofence/nearby/van", containing: "Anton")
            let rows = Array("id,name,lat,lon\nc,Caesar,52.50,13.4\n".utf8)
            #expect(write(file, rows, rows.count) == rows.count && close(file) == 0)
            try client.message("geofence/nearby/van", containing: "Caesar")
            #expect(agent.stop() == 0)
        }
    }
}
