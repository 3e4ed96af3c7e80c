import CLibrary
import Foundation
import GeofenceCore
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// A history beside a real broker: kills, readers, and what is left of what was erased.
    @Suite struct HistoryTests {
        private let site: Site
        private let client: Client

        init() throws {
            (site, client) = try Site.watched()
        }

        private static let forever = #", "history": { "days": 36500 }"#

        private func run(_ arguments: String...) throws -> (code: Int32, lines: [String]) {
            let config = ["--config", site.path("agent.json")]
            let ended = try AgentProcess.run(arguments + config)
            return (ended.code, ended.output.split(separator: "\n").map(String.init))
        }

        /// Positions of three devices in and out of the depot, as JSON lines.
        private static let track: [(device: String, line: String)] = (0..<900).map { step in
            let device = ["van", "bike", "truck"][step % 3]
            let latitude = step / 3 % 10 < 5 ? "52.5001" : "52.51\(step % 10)"
            let members = "\"tst\":\(1_760_000_000 + step * 7),\"lat\":\(latitude),\"lon\":13.4,\"acc\":8"
            return (device, "{\"device\":\"\(device)\",\(members)}")
        }

        @Test func `after kills it holds what a replay of the same track gives`() throws {
            try site.configure(more: Self.forever)
            var agent = try site.connectedAgent(client)
            for (step, entry) in Self.track.enumerated() {
                try client.publish("fleet/\(entry.device)/location", entry.line)
                guard step % 150 == 149 else { continue }
                agent.kill()
                agent = try site.agent()
            }
            try client.message("geofence/device/truck", containing: "10:38:13")
            #expect(try run("history", "--format", "json").code == 0)
            #expect(agent.stop() == 0)

            let track = try site.write(Self.track.map(\.line).joined(separator: "\n"), to: "track.jsonl")
            let replayed = try run("replay", track)
            let events = try run("history", "--events", "--format", "json")
            #expect(events.lines.count > 100)
            #expect(events.lines.sorted() == replayed.lines.sorted())
            #expect(try run("replay", "--from-history").lines.sorted() == replayed.lines.sorted())
            let positions = try run("history", "--positions", "--format", "csv").lines.dropFirst()
            #expect(positions.count == 900 && Set(positions).count == 900)
        }

        /// The bytes of the store and of SQLite's log.
        private var stored: Data {
            ["agent.sqlite", "agent.sqlite-wal"].reduce(into: Data()) { data, name in
                data += FileManager.default.contents(atPath: site.path(name)) ?? Data()
            }
        }

        /// A place as a run begins with it, as the other tables hold it, as the journal does, and as text.
        private static func traces(_ latitude: Double, _ longitude: Double) -> [Data] {
            let numbers = [latitude, longitude].map { Int32(($0 * 1e7).rounded()) }
            var run = ByteWriter()
            for number in numbers { run.integer(Int64(number)) }
            let whole = numbers.map(\.bigEndian)
            let halves = [latitude, longitude].map(\.bitPattern)
            return [
                Data(run.bytes), whole.withUnsafeBytes { Data($0) }, halves.withUnsafeBytes { Data($0) },
                Data("\(latitude)".utf8),
            ]
        }

        /// Goes on until nothing of some traces is left in the files.
        private func awaitNone(_ traces: [Data]) throws -> [Int] {
            let deadline = Clock.uptime + 60_000
            while Clock.uptime < deadline {
                let found = stored
                if !traces.contains(where: { found.range(of: $0) != nil }) { return [] }
                try client.turn()
            }
            let found = stored
            return traces.indices.filter { found.range(of: traces[$0]) != nil }
        }

        @Test(arguments: [true, false])
        func `nothing of a forgotten device is left in the files`(_ hasHistory: Bool) throws {
            try site.configure(more: hasHistory ? Self.forever : "")
            var agent = try site.connectedAgent(client)
            let place = (latitude: 52.5001237, longitude: 13.4001239)
            for step in 0..<300 {
                let time = 1_760_000_000 + step * 10
                let inside = step % 20 < 10
                let members = "\"lat\":\(inside ? place.latitude : 52.6),\"lon\":\(place.longitude),\"acc\":5"
                try client.publish("fleet/spy-4711/location", "{\(members),\"tst\":\(time)}")
                try client.publish("fleet/van/location", "{\"lat\":52.51,\"lon\":13.4,\"tst\":\(time)}")
            }
            try client.message("geofence/device/van", containing: "09:43:")
            #expect(agent.stop() == 0)
            let traces = [Data("spy-4711".utf8)] + Self.traces(place.latitude, place.longitude)
            let before = stored
            #expect(before.range(of: traces[0]) != nil)
            if hasHistory { #expect(before.range(of: traces[1]) != nil) }

            agent = try site.connectedAgent(client)
            try client.publish("geofence/request/device/forget", #"{"device":"spy-4711"}"#)
            try client.message("geofence/response/device/forget", containing: "forgotten")
            #expect(try awaitNone(traces) == [])
            #expect(agent.stop() == 0)
            #expect(try awaitNone(traces) == [])
            if hasHistory {
                #expect(try run("history", "spy-4711").code == 65)
                #expect(try run("history", "van", "--format", "csv").lines.count == 301)
            }
        }

        @Test func `an import says what is new, and counts rows of one moment as the one that is kept`()
            throws
        {
            try site.configure(more: Self.forever)
            let rows = (0..<10).map { "\(1_760_000_000 + $0),52.5,13.4" }
            let more = rows + ["1760000009,52.6,13.4", "1760000010,52.5,13.4"]
            let first = try site.write("time,lat,lon\n" + rows.joined(separator: "\n"), to: "van.csv")
            let visits = ["8", "9", "9"].map { departure in
                let header = "arrival,departure,lat,lng\n"
                return header + "2025-10-09T07:00:00Z,2025-10-09T0\(departure):00:00Z,52.5,13.4"
            }
            let rest = "points of interest passed over: 0, lines refused: 0"
            func expect(_ file: String, _ positions: String, _ visits: String) throws {
                let kinds = "networks: 0 read, 0 new, events: 0 read, 0 new"
                let line = "positions: \(positions), \(kinds), visits: \(visits), \(rest)"
                #expect(try run("history", "import", file).lines == [line])
            }
            try expect(first, "10 read, 10 new", "0 read, 0 new")
            try expect(first, "10 read, 0 new", "0 read, 0 new")
            let second = try site.write("time,lat,lon\n" + more.joined(separator: "\n"), to: "van.csv")
            try expect(second, "12 read, 1 new", "0 read, 0 new")
            for (text, count) in zip(visits, [1, 1, 0]) {
                let file = try site.write(text, to: "van.csv")
                try expect(file, "0 read, 0 new", "1 read, \(count) new")
            }
        }

        @Test(arguments: [true, false])
        func `an imported device that was never heard of can be forgotten`(_ hasHistory: Bool) throws {
            try site.configure(more: Self.forever)
            let rows = (0..<300).map { "\(1_760_000_000 + $0),52.5001237,13.4001239" }
            let file = try site.write("time,lat,lon\n" + rows.joined(separator: "\n"), to: "old.csv")
            #expect(try run("history", "import", file, "--device", "spy-4711").code == 0)
            #expect(try run("history", "import", file, "--device", "van").code == 0)
            #expect(stored.range(of: Data("spy-4711".utf8)) != nil)
            if !hasHistory { try site.configure() }
            let agent = try site.connectedAgent(client)
            try client.publish("geofence/request/device/forget", #"{"device":"spy-4711"}"#)
            try client.message("geofence/response/device/forget", containing: "forgotten")
            #expect(try awaitNone([Data("spy-4711".utf8)]) == [])
            try client.publish("geofence/request/device/forget", #"{"device":"spy-4711"}"#)
            try client.message("geofence/response/device/forget", containing: "nothing has been heard")
            #expect(agent.stop() == 0)
            // The answer names it once more; its rows are gone for good.
            #expect(try run("history", "spy-4711").code == 65)
            #expect(try run("history", "van", "--format", "csv").lines.count == 301)
        }

        @Test func `imported visits become zones, also where zones are wanted later`() throws {
            let visits = (0..<20).map { day in
                "2025-10-\(10 + day)T18:00:00Z,2025-10-\(11 + day)T06:00:00Z,52.5001237,13.4001239"
            }
            let file = try site.write(
                "arrival,departure,lat,lng\n" + visits.joined(separator: "\n"),
                to: "v.csv"
            )
            let zones = #", "visits": {}, "zones": { "timezone": "Europe/Berlin", "days": 36500 }"#
            func expectZone(of device: String, visits count: Int) throws {
                let agent = try site.connectedAgent(client)
                let told = try client.message("geofence/zones/\(device)", containing: "\"visits\":\(count),")
                #expect(told.payload.contains(#""labels":["home"]"#), "\(told.payload)")
                client.forget()
                agent.kill()
            }
            try site.configure(more: Self.forever + zones)
            #expect(try run("history", "import", file, "--device", "van").code == 0)
            try expectZone(of: "van", visits: 20)
            try site.configure(more: Self.forever)
            #expect(try run("history", "import", file, "--device", "bike").code == 0)
            #expect(try site.connectedAgent(client).stop() == 0)
            try site.configure(more: Self.forever + zones)
            try expectZone(of: "bike", visits: 20)
            let agent = try site.connectedAgent(client)
            for device in ["van", "bike"] {
                try client.publish("geofence/request/device/forget", "{\"device\":\"\(device)\"}")
                try client.message("geofence/zones/\(device)", containing: "")
            }
            #expect(try awaitNone([Data("bike".utf8)] + Self.traces(52.5001237, 13.4001239)) == [])
            #expect(agent.stop() == 0)
        }

        @Test func `what is too old goes at the start, and is gone from the files`() throws {
            try site.configure(more: #", "history": { "days": 1 }"#)
            let now = Int(Date().timeIntervalSince1970)
            let rows = (0..<3000).map { step in
                let isOld = step < 2990
                let place = isOld ? "52.5001237,13.4001239" : "52.6,13.5"
                return "van,\(now - (isOld ? 200_000 : 60) + step),\(place)"
            }
            let file = try site.write("device,time,lat,lon\n" + rows.joined(separator: "\n"), to: "old.csv")
            #expect(try run("history", "import", file).code == 0)
            let traces = Array(Self.traces(52.5001237, 13.4001239).prefix(1))
            #expect(stored.range(of: traces[0]) != nil)
            let agent = try site.connectedAgent(client)
            #expect(try awaitNone(traces) == [])
            #expect(try run("history", "van", "--format", "csv").lines.count == 11)
            #expect(try run("history", "import", file).code == 75)
            #expect(agent.stop() == 0)
        }
    }
}
