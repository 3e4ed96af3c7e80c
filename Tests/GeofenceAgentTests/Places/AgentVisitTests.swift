import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct AgentVisitTests {
    @Test func `an arrival is told once it is certain, and the departure under the same id`() throws {
        var driver = try AgentDriver(fenceRadius: nil)
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
        let rows = driver.agent.outbox.changes.outgoing.filter { $0.topic == "geofence/visit/van" }
        #expect(rows.allSatisfy { !$0.isRetained })
        #expect(driver.agent.counters.visits == 1)
    }

    @Test func `zones are told, retained, as they are after each visit, and again on each connection`() throws
    {
        var driver = try AgentDriver(fenceRadius: nil)
        driver.stay(north: 0, minutes: 0..<60)
        driver.stay(north: 1000, minutes: 60..<90)
        let told = try #require(driver.told(on: "geofence/zones/van").last)
        let beginning = """
            {"count":1,"zones":[{"id":"2025-10-09T08:53:20.000Z","latitude":52,"longitude":13,"labels":["other"],\
            "scores":{"home":0,"work":0,"other":1},"prior":1,"visits":1,"duration":3000,\
            "start":"2025-10-09T08:53:20.000Z","end":"2025-10-09T09:43:20.000Z","polygon":"POLYGON((
            """
        #expect(told.hasPrefix(beginning), "\(told)")
        let row = driver.agent.outbox.changes.outgoing.last { $0.topic == "geofence/zones/van" }
        #expect(row?.isRetained == true)
        var refresh = Refresh()
        var again: [String: [UInt8]] = [:]
        while let message = driver.agent.next(&refresh) { again[message.topic] = message.payload }
        #expect(again["geofence/zones/van"] == Array(told.utf8))
    }

    @Test func `a visit that has ended is kept in the history`() throws {
        var driver = try AgentDriver(fenceRadius: nil)
        driver.agent.history = HistoryRecorder(HistorySettings())
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
        #expect(driver.agent.history.batch { _ in van }.visits == [expected])
    }

    @Test func `without visits in the configuration nothing is told`() throws {
        var driver = try AgentDriver(fences: [])
        driver.stay(north: 0, minutes: 0..<60)
        driver.stay(north: 1000, minutes: 60..<90)
        #expect(driver.news.allSatisfy { $0.hasPrefix("geofence/device/van ") })
        #expect(
            driver.refusal("device/zones", #"{"device":"van"}"#)
                == "no zones are looked for; put \"zones\": {} into the configuration file"
        )
    }

    @Test func `device/zones has the week and the visit that lasts`() throws {
        var driver = try AgentDriver(fenceRadius: nil)
        driver.stay(north: 0, minutes: 0..<60)
        driver.stay(north: 1000, minutes: 60..<90)
        let answer = driver.ask("device/zones", #"{"device":"van"}"#)
        #expect(answer.contains(#""visit":{"event":"arrival","id":"van/2025-10-09T09:53:20.000Z""#))
        #expect(answer.contains(#""week":[0,0,0"#) && answer.contains(#",0.11,0.72,0,"#), "\(answer)")
        #expect(answer.contains(#""age":1,"accumulator":1,"covariance":[["#), "\(answer)")
    }

    @Test func `old visits are unlearnt day by day, also of a device that is silent, and its topic goes`()
        throws
    {
        var driver = try AgentDriver(fenceRadius: nil, keepFor: 10 * 86_400)
        driver.stay(north: 0, minutes: 0..<60)
        driver.stay(north: 1000, minutes: 60..<90)
        driver.didCommit()
        driver.agent.purgePlaces(at: AgentDriver.at(9 * AgentDriver.day))
        #expect(driver.news == [])
        driver.agent.purgePlaces(at: AgentDriver.at(11 * AgentDriver.day))
        #expect(driver.news == ["geofence/zones/van "])
        #expect(!driver.agent.journal.bytes.isEmpty)
    }

    @Test func `device/forget takes the zones along`() throws {
        var driver = try AgentDriver(fenceRadius: nil)
        driver.stay(north: 0, minutes: 0..<60)
        driver.stay(north: 1000, minutes: 60..<90)
        driver.didCommit()
        _ = driver.ask("device/forget", #"{"device":"van"}"#)
        #expect(driver.told.contains("geofence/zones/van "))
        #expect(driver.told(on: "geofence/visit/van") == [])
    }
}
