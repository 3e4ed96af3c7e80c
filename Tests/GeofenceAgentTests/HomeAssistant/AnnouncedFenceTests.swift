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

    /// Two points with two fences around the nearest, where the device of `fix` is inside, and outside.
    private func driverNearPoint(reportAllUpTo: Int) throws -> AgentDriver {
        var builder = PointTableBuilder(tags: [])
        try builder.add(
            ParsedPoint(id: "a", name: "A", place: Coordinate(latitude: 52, longitude: 13))
        )
        try builder.add(
            ParsedPoint(id: "b", name: "B", place: Coordinate(latitude: 52.01, longitude: 13))
        )
        var settings = PointSettings()
        settings.regions = [90, 160]
        let points = PointsOfInterest(settings: settings, table: PointTable(builder, fingerprint: "1"))
        return try AgentDriver.homeAssistant(fences: []) {
            $0.pois = points
            $0.reportAllUpTo = reportAllUpTo
        }
    }

    @Test(arguments: [0, 100])
    func `fences around points have no entities, and the place names them`(_ reportAllUpTo: Int) throws {
        let driver = try driverNearPoint(reportAllUpTo: reportAllUpTo)
        _ = driver.discovered()
        driver.fix(inside: true, at: 1000)
        driver.fix(inside: true, at: 2000)
        let lines = driver.discovered()
        #expect(driver.agent.tracker.engine.assignedFenceCount == 2)
        #expect(fences(lines) == [])
        #expect(lines.contains { $0.hasPrefix("device__van") && !$0.contains("poi") })
        #expect(lines.contains { $0.hasSuffix(#"{"place":"A","fence":"poi-a-90"}"#) })
    }

    @Test(arguments: [0, 100])
    func `a device that comes to another point has nothing looked at`(_ reportAllUpTo: Int) throws {
        let driver = try driverNearPoint(reportAllUpTo: reportAllUpTo)
        driver.fix(inside: true, at: 1000)
        driver.fix("car", inside: true, at: 1000)
        _ = driver.discovered()
        driver.fix(inside: false, at: 2000)
        driver.fix(inside: false, at: 3000)
        let fences = driver.agent.tracker.engine.assignedFences.map(\.id.description)
        #expect(fences == ["poi-a-160", "poi-a-90", "poi-b-160", "poi-b-90"])
        #expect(!driver.agent.homeAssistant.wantsReview)
        #expect(driver.agent.homeAssistant.pending.isEmpty)
    }

    @Test func `a device that an earlier program announced with them is announced without`() throws {
        let driver = try driverNearPoint(reportAllUpTo: 100)
        driver.fix(inside: true, at: 1000)
        _ = driver.discovered()
        let part = AnnouncedPart(
            key: DiscoveryConfig.DeviceKey.fence(try Identifier("poi-a-90")),
            platform: .binarySensor
        )
        let van = DiscoverySubject.device(try Identifier("van"))
        driver.agent.outputs.change(HomeAssistantOutput.self) {
            $0.records[van]?.parts.append(part)
            $0.records[van]?.fingerprint = ""
            $0.wantsReview = true
        }
        let lines = driver.discovered()
        #expect(lines.contains { $0.hasPrefix("device__van") && $0.hasSuffix("-fence__poi-a-90") })
    }

    @Test func `fences around points that an earlier program announced are taken back`() throws {
        let driver = try driverNearPoint(reportAllUpTo: 100)
        driver.fix(inside: true, at: 1000)
        _ = driver.discovered()
        let fence = try Identifier("poi-a-90")
        let part = AnnouncedPart(key: "occupancy", platform: .binarySensor)
        let id = DiscoveryConfig.id(ofFence: fence, driver.agent.port.topics)
        let form = driver.agent.homeAssistant.form
        let record = DiscoveryRecord(id: id, form: form, parts: [part], fingerprint: "")
        driver.agent.outputs.change(HomeAssistantOutput.self) {
            $0.records[.fence(fence)] = record
            $0.wantsReview = true
        }
        #expect(fences(driver.discovered()) == ["fence__poi-a-90 -"])
        #expect(driver.agent.homeAssistant.records[.fence(fence)] == nil)
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
