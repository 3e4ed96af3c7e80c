@testable import AgentTestSupport
import GeofenceCore
import Testing

@testable import geofence_agent

/// Fences that come and go faster than they are announced: what Home Assistant knows in the end follows from
/// what has happened, not from when there was time for it.
@Suite struct AnnouncedFenceTests {
    /// Fences of which a device has a status once it has been inside.
    private func driver() throws -> AgentDriver {
        try AgentDriver.homeAssistant(fences: [AgentDriver.depot("near", longitude: 13)]) {
            $0.reportAllUpTo = 0
        }
    }

    private func fences(_ lines: [String]) -> [String] { lines.filter { $0.hasPrefix("fence__") } }

    @Test func `fences around points go with the device that they were for`() throws {
        var builder = PointTableBuilder(tags: [])
        try builder.add(
            ParsedPoint(id: "a", name: "A", place: Coordinate(latitude: 52, longitude: 13))
        )
        var settings = PointSettings()
        settings.regions = [90, 160]
        let points = PointsOfInterest(settings: settings, table: PointTable(builder, fingerprint: "1"))
        let driver = try AgentDriver.homeAssistant(fences: []) { $0.pois = points }
        driver.fix(inside: true, at: 1000)
        let announced = [
            "fence__poi-a-160 occupancy,count,monitoring", "fence__poi-a-90 occupancy,count,monitoring",
        ]
        #expect(fences(driver.discovered()).sorted() == announced)
        _ = driver.ask("device/forget", #"{"device":"van"}"#, at: 2000)
        #expect(fences(driver.discovered()).sorted() == ["fence__poi-a-160 -", "fence__poi-a-90 -"])
    }

    @Test(arguments: [false, true])
    func `one that was left before it was announced is announced after a restart`(_ isCheckpoint: Bool)
        throws
    {
        var store = MemoryStore()
        let driver = try driver()
        store.commit(&driver.agent, checkpoint: true)
        driver.fix(inside: false, at: 1000)
        driver.fix(inside: true, at: 2000)
        driver.fix(inside: false, at: 3000)
        store.commit(&driver.agent, checkpoint: isCheckpoint)
        let next = try driver.restarted(store)
        #expect(fences(next.discovered()) == ["fence__near occupancy,count,monitoring"])
    }

    @Test func `one that comes back empty before it was taken back is taken back`() throws {
        let driver = try driver()
        let yard = #"{"id":"yard","latitude":52,"longitude":13,"radius":100}"#
        _ = driver.ask("fence/set", yard, at: 500)
        driver.fix(inside: true, at: 1000)
        #expect(fences(driver.discovered()).contains("fence__yard occupancy,count,monitoring"))
        _ = driver.ask("fence/remove", #"{"id":"yard"}"#, at: 2000)
        _ = driver.ask("fence/set", yard.replacing("52", with: "53"), at: 3000)
        #expect(fences(driver.discovered()) == ["fence__yard -"])
    }

    @Test(arguments: [false, true])
    func `one that comes back empty is not announced, whether or not there was time for it`(
        _ hasTime: Bool
    ) throws {
        let driver = try driver()
        let yard = #"{"id":"yard","latitude":52,"longitude":13,"radius":100}"#
        var told: [String] = []
        func pause() { if hasTime { told += fences(driver.discovered()) } }
        _ = driver.ask("fence/set", yard, at: 500)
        driver.fix(inside: true, at: 1000)
        pause()
        _ = driver.ask("fence/remove", #"{"id":"yard"}"#, at: 2000)
        pause()
        _ = driver.ask("fence/set", yard.replacing("52", with: "53"), at: 3000)
        told += fences(driver.discovered())
        #expect(told.last { $0.contains("yard") } ?? "fence__yard -" == "fence__yard -")
    }
}
