import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct AgentVisitTests {
    @Test func `an arrival is told once it is certain, and the departure under the same id`() throws {
        let driver = try AgentDriver(fenceRadius: nil)
        driver.stay(north: 0, minutes: 0..<60)
        driver.stay(north: 1000, minutes: 60..<90)
        #expect(
            driver.told(on: "geofence/visit/van") == [
                """
                {"event":"arrival","id":"van/2025-10-09T08:53:20.000Z","device":"van",\
                "arrival":"2025-10-09T08:53:20.000Z","duration":1200,"latitude":52,"longitude":13,"accuracy":10,"fixes":3}
                """,
                """
                {"event":"departure","id":"van/2025-10-09T08:53:20.000Z","device":"van",\
                "arrival":"2025-10-09T08:53:20.000Z","departure":"2025-10-09T09:43:20.000Z","duration":3000,\
                "latitude":52,"longitude":13,"accuracy":10,"fixes":6,"zone":"2025-10-09T08:53:20.000Z","labels":["other"]}
                """,
                """
                {"event":"arrival","id":"van/2025-10-09T09:53:20.000Z","device":"van",\
                "arrival":"2025-10-09T09:53:20.000Z","duration":1200,"latitude":52.008987,"longitude":13,"accuracy":10,"fixes":3}
                """,
            ]
        )
        let rows = driver.agent.port.outbox.changes.outgoing.filter { $0.topic == "geofence/visit/van" }
        #expect(rows.allSatisfy { !$0.isRetained })
        #expect(driver.agent.port.counters.visits == 1)
    }

    @Test func `zones are told, retained, as they are after each visit, and again on each connection`() throws
    {
        let driver = try AgentDriver(fenceRadius: nil)
        driver.stay(north: 0, minutes: 0..<60)
        driver.stay(north: 1000, minutes: 60..<90)
        let told = try #require(driver.told(on: "geofence/zones/van").last)
        let beginning = """
            {"count":1,"zones":[{"id":"2025-10-09T08:53:20.000Z","latitude":52,"longitude":13,"labels":["other"],\
            "scores":{"home":0,"work":0,"other":1},"prior":1,"visits":1,"duration":3000,\
            "start":"2025-10-09T08:53:20.000Z","end":"2025-10-09T09:43:20.000Z","polygon":"POLYGON((
            """
        #expect(told.hasPrefix(beginning), "\(told)")
        let row = driver.agent.port.outbox.changes.outgoing.last { $0.topic == "geofence/zones/van" }
        #expect(row?.isRetained == true)
        let again = Dictionary(driver.agent.refreshed()) { first, _ in first }
        #expect(again["geofence/zones/van"] == Array(told.utf8))
    }

    @Test func `a visit that has ended is kept in the history`() throws {
        var setup = try AgentDriver(fenceRadius: nil).agent.port.settings
        setup.history = HistorySettings()
        let driver = AgentDriver(setup)
        driver.stay(north: 0, minutes: 0..<60)
        driver.stay(north: 1000, minutes: 60..<90)
        let van = try Identifier("van")
        let expected = HistoryVisit(
            device: van,
            arrival: AgentDriver.beginning,
            departure: AgentDriver.beginning + 3_000_000,
            latitude: 520_000_000,
            longitude: 130_000_000,
            accuracy: 1000,
            positions: 6
        )
        #expect(driver.agent.history.rows(driver.agent.tracker).visits == [expected])
    }

    @Test func `without visits in the configuration nothing is told`() throws {
        let driver = try AgentDriver(fences: [])
        driver.stay(north: 0, minutes: 0..<60)
        driver.stay(north: 1000, minutes: 60..<90)
        #expect(driver.news.allSatisfy { $0.hasPrefix("geofence/device/van ") })
        #expect(
            driver.refusal("device/zones", #"{"device":"van"}"#)
                == "no zones are looked for; put \"zones\": {} into the configuration file"
        )
    }

    @Test func `device/zones has the week and the visit that lasts`() throws {
        let driver = try AgentDriver(fenceRadius: nil)
        driver.stay(north: 0, minutes: 0..<60)
        driver.stay(north: 1000, minutes: 60..<90)
        let answer = driver.ask("device/zones", #"{"device":"van"}"#)
        #expect(answer.contains(#""visit":{"event":"arrival","id":"van/2025-10-09T09:53:20.000Z""#))
        #expect(answer.contains(#""week":[0,0,0"#) && answer.contains(#",0.11,0.72,0,"#), "\(answer)")
        #expect(answer.contains(#""age":1,"accumulator":1,"covariance":[["#), "\(answer)")
    }

    @Test func `device/zones goes on behind a zone, and its polygons hold what the configuration says`()
        throws
    {
        let driver = try AgentDriver(fenceRadius: nil)
        for place in 0..<3 {
            driver.stay(north: Double(place) * 1000, minutes: Int64(place * 60)..<Int64(place * 60 + 60))
        }
        driver.stay(north: 9000, minutes: 180..<200)
        let first = driver.ask("device/zones", #"{"device":"van","limit":1}"#)
        let rest = driver.ask("device/zones", #"{"device":"van","after":"2025-10-09T08:53:20.000Z"}"#)
        func ids(_ answer: String) throws -> [String] {
            let zones = try JSONDocument.parse(answer).root.member("data")?.member("zones")?.elements ?? []
            return zones.compactMap { $0.member("id")?.text }
        }
        #expect(try ids(first) == ["2025-10-09T08:53:20.000Z"])
        #expect(try ids(rest) == ["2025-10-09T09:53:20.000Z", "2025-10-09T10:53:20.000Z"])
        #expect(first.contains(#""count":3"#) && rest.contains(#""count":3"#))
        driver.agent.port.settings.places.quantile = 0.5
        #expect(driver.ask("device/zones", #"{"device":"van","limit":1}"#) != first)
    }

    @Test func `of very many zones the likeliest are told`() throws {
        let driver = try AgentDriver(fenceRadius: nil)
        driver.stay(north: 0, minutes: 0..<60)
        driver.stay(north: 1000, minutes: 60..<90)
        let zone = try #require(driver.agent.tracker.engine.zones(device: 0).first)
        let zones = (0..<120).map { number in
            var other = zone
            other.id = zone.id.advanced(byMilliseconds: Int64(number) * 1000)
            other.prior = number < 20 ? 0.001 : 0.01
            return other
        }
        let told = Reports.zones(zones, holding: 0.95)
        let root = try JSONDocument.parse(String(decoding: told, as: UTF8.self)).root
        let ids = root.member("zones")?.elements.compactMap { $0.member("id")?.text }
        #expect(ids == zones.dropFirst(20).map(\.id.iso8601))
        #expect(String(decoding: told.prefix(13), as: UTF8.self) == #"{"count":120,"#)
        #expect(told.count < 196_608)
    }

    @Test
    func `old visits are purged day by day, also of a device that is silent, and its topic goes`()
        throws
    {
        let driver = try AgentDriver(fenceRadius: nil, keepFor: 10 * 86_400)
        driver.stay(north: 0, minutes: 0..<60)
        driver.stay(north: 1000, minutes: 60..<90)
        driver.didCommit()
        driver.agent.purgePlaces(at: AgentDriver.at(9 * AgentDriver.day))
        #expect(driver.news == [])
        driver.agent.purgePlaces(at: AgentDriver.at(11 * AgentDriver.day))
        #expect(driver.news == ["geofence/zones/van "])
        #expect(!driver.agent.port.journal.bytes.isEmpty)
    }

    @Test func `old visits of many devices are purged part by part`() throws {
        let driver = try AgentDriver(fenceRadius: nil, keepFor: 10 * 86_400)
        for device in ["van", "car", "bus"] {
            driver.stay(device, north: 0, minutes: 0..<60)
            driver.stay(device, north: 1000, minutes: 60..<90)
        }
        driver.didCommit()
        driver.agent.visitPurge.devicesPerTurn = 1
        let cleared = ["geofence/zones/bus ", "geofence/zones/car ", "geofence/zones/van "]
        for count in 1...4 {
            driver.agent.purgePlaces(at: AgentDriver.at(11 * AgentDriver.day))
            #expect(driver.news == Array(cleared.prefix(count)))
        }
        #expect(driver.agent.mayPurge == false)
        driver.agent.purgePlaces(at: AgentDriver.at(12 * AgentDriver.day))
        #expect(driver.news == cleared && !driver.agent.mayPurge)
    }

    @Test func `device/forget takes the zones along`() throws {
        let driver = try AgentDriver(fenceRadius: nil)
        driver.stay(north: 0, minutes: 0..<60)
        driver.stay(north: 1000, minutes: 60..<90)
        driver.didCommit()
        _ = driver.ask("device/forget", #"{"device":"van"}"#)
        #expect(driver.told.contains("geofence/zones/van "))
        #expect(driver.told(on: "geofence/visit/van") == [])
    }
}
