import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Positions that change nothing, as most: nothing else waits for them, and nothing is lost beside them.
@Suite struct UneventfulMessageTests {
    @Test func `an event among messages that waited is published with the last of them`() throws {
        var setup = try AgentDriver.setup(fences: [try AgentDriver.depot()], deviceEvery: 60_000)
        setup.stream.reorder = 1
        let driver = AgentDriver(setup)
        for time: Int64 in [0, 100, 2000, 2100, 2200] {
            driver.fix(inside: time >= 2000, at: time)
            driver.didCommit()
        }
        driver.fix(inside: true, at: 4000)
        #expect(driver.events == ["van/depot enter 1"])
    }

    @Test func `what a change of fences brings about is published with the position that ends it`()
        throws
    {
        let setup = try AgentDriver.setup(fences: [try AgentDriver.depot()], deviceEvery: 60_000)
        let driver = AgentDriver(setup)
        for time: Int64 in [0, 1000, 2000, 3000] { driver.fix(inside: true, at: time) }
        driver.didCommit()
        let fence = try AgentDriver.depot("yard")
        let change = FenceChange(time: AgentDriver.at(4000), set: [(fence, isOwn: true)], removed: [])
        Self.begin(change, &driver.agent)
        let isChanging = driver.agent.tracker.isChangingFences
        #expect(isChanging)
        driver.fix(inside: true, at: 5000)
        let statuses = driver.news.filter { $0.hasPrefix("geofence/status/van/yard ") }
        #expect(statuses.count == 1 && statuses[0].contains("inside"))
    }

    private static func begin(_ change: FenceChange, _ agent: inout Agent) {
        agent.tracker.begin(change, &agent.effects)
    }

    @Test(arguments: [("dwell", true), ("exit", false)])
    func `an event of a timer is published with the position that comes behind it`(
        _ kind: String,
        _ isInside: Bool
    ) throws {
        let depot = try AgentDriver.depot {
            $0.dwell = [60]
            $0.exitAfter = 20
        }
        let driver = AgentDriver(try AgentDriver.setup(fences: [depot], deviceEvery: 600_000))
        for second: Int64 in 0...50 { driver.fix(inside: isInside || second < 40, at: second * 1000) }
        driver.didCommit()
        driver.fix(inside: isInside, at: 61_000)
        #expect(driver.events == ["van/depot \(kind) 1"])
    }

    @Test func `its device is published in its turn`() throws {
        let driver = AgentDriver(
            try AgentDriver.setup(fences: [try AgentDriver.depot()], deviceEvery: 10_000)
        )
        for time: Int64 in [0, 1000, 2000, 3000] { driver.fix(inside: true, at: time) }
        driver.didCommit()
        driver.fix(inside: true, at: 4000)
        #expect(driver.news.isEmpty)
        driver.agent.workOnce(at: AgentDriver.at(10_000))
        #expect(driver.news.filter { $0.hasPrefix("geofence/device/van ") }.count == 1)
    }
}
