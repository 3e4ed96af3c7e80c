import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// `geofence-agent report`, and requests about the past, at an agent that runs.
    @Suite struct ReportCommandTests {
        private let site: Site
        private let client: Client

        init() throws {
            (site, client) = try Site.watched()
        }

        private func run(_ arguments: String...) throws -> (code: Int32, lines: [String], errors: String) {
            let ended = try AgentProcess.run(arguments + ["--config", site.path("agent.json")])
            return (ended.code, ended.output.split(separator: "\n").map(String.init), ended.errors)
        }

        /// A day of a van: in the depot from 8:00 to 9:00 UTC, and again from 9:40 on.
        private func publishDay() throws {
            // 2025-10-09T07:30:00Z.
            let beginning = 1_759_995_000
            for minute in 0...140 {
                let isInside = (30..<90).contains(minute) || minute >= 130
                let latitude = isInside ? "52.5" : "52.6"
                let members = "\"tst\":\(beginning + minute * 60),\"lat\":\(latitude),\"lon\":13.4,\"acc\":8"
                try client.publish("fleet/van/location", "{\(members)}")
            }
            try client.message("geofence/device/van", containing: "09:50:00")
        }

        @Test func `a report is of the day in the user's zone`() throws {
            try site.configure(
                fences: #"[ { "id": "depot", "latitude": 52.5, "longitude": 13.4, "radius": 150 } ]"#,
                more: #", "history": { "days": 36500 }"#
            )
            let agent = try site.connectedAgent(client)
            try publishDay()
            #expect(agent.stop() == 0)
            let day = ["--from", "2025-10-09", "--to", "2025-10-10", "--timezone", "Asia/Tokyo"]
            let report = try AgentProcess.run(
                ["report", "--fence", "depot", "--format", "csv", "--config", site.path("agent.json")] + day
            )
            #expect(
                report.output == """
                    device,day,fence,first in,last out,visits,inside (s),distance (m)
                    van,2025-10-09,depot,2025-10-09T17:00:00+09:00,2025-10-09T18:00:00+09:00,2,22800,0

                    """,
                "\(report.errors)"
            )
            #expect(report.code == 0)
            let trips = try run("report", "--by", "trip", "--format", "json")
            #expect(
                trips.lines == [
                    #"{"device":"van","from":"depot","to":"depot","start":"2025-10-09T09:00:00.000Z","end":"2025-10-09T09:40:00.000Z","duration":2400,"distance":22256}"#
                ]
            )
            let unknown = try run("report", "--device", "vna")
            #expect(unknown.code == 65 && unknown.lines.isEmpty, "\(unknown.lines)")
            #expect(try run("report", "--from", "now", "--to", "-1h").code == 64)
            let none = try run("report", "--from", "2020-01-01", "--to", "2020-01-02")
            #expect(none.code == 0 && none.errors == "the history has nothing of that\n")
        }

        @Test func `a running agent answers about the past, over MQTT`() throws {
            try site.configure(
                fences: #"[ { "id": "depot", "latitude": 52.5, "longitude": 13.4, "radius": 150 } ]"#,
                more: #", "history": { "days": 36500 }"#
            )
            var agent = try site.connectedAgent(client)
            try publishDay()
            // What is in memory is in the store when it ends.
            #expect(agent.stop() == 0)
            agent = try site.connectedAgent(client)
            let range = #""from":"2025-10-09T00:00:00Z","to":"2025-10-10T00:00:00Z""#
            try client.publish("geofence/request/report", "{\"by\":\"week\",\(range)}")
            let report = try client.message("geofence/response/report", containing: "rows")
            #expect(report.payload.contains(#""week":"2025-10-06","fence":"depot""#), "\(report.payload)")
            try client.publish("geofence/request/device/history", "{\"device\":\"van\",\"limit\":2,\(range)}")
            let rows = try client.message("geofence/response/device/history", containing: "positions")
            #expect(rows.payload.contains(#""next":"1759995060000""#), "\(rows.payload)")
            #expect(agent.stop() == 0)
        }

        @Test func `imported positions have no events, and history says what to do`() throws {
            try site.configure(more: #", "history": { "days": 36500 }"#)
            let track = try site.write("time,lat,lon\n1760000000,52.5,13.4\n", to: "van.csv")
            #expect(try run("history", "import", track).code == 0)
            let told = try run("history", "van", "--events")
            #expect(told.code == 0 && told.lines.count == 1)
            #expect(told.errors.contains("geofence-agent replay --from-history --config"), "\(told.errors)")
            #expect(try run("history", "van", "--events", "--to", "2020-01-01").errors == "")
            #expect(try run("history", "van", "--positions").errors == "")
        }
    }
}
