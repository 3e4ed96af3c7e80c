import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What a change of the configured fences brings about, also where the process ended since the last
/// checkpoint.
@Suite struct AgentFenceTests {
    private static let since = AgentDriver.at(1000).iso8601
    private static let change = AgentDriver.at(5000).iso8601

    /// A van in the depot, whose journal goes on since the last checkpoint.
    private static func van(restarted: Bool) throws -> AgentDriver {
        var store = MemoryStore()
        let driver = try AgentDriver(fences: [
            try AgentDriver.depot(), try AgentDriver.depot("yard", longitude: 14),
        ])
        driver.fix(inside: false, at: 0)
        store.commit(&driver.agent, checkpoint: true)
        driver.fix(inside: true, at: 1000)
        store.commit(&driver.agent)
        if restarted { driver.agent = try Agent.recovered(driver.agent.port.settings, stored: store.state) }
        return driver
    }

    private static func use(_ fences: [Fence], _ driver: AgentDriver) throws {
        driver.agent.port.settings = try AgentDriver.setup(fences: fences)
        driver.agent.useConfiguredFences(at: AgentDriver.at(5000))
    }

    @Test(arguments: [false, true])
    func `ends the visits of a fence that goes, and clears its topics`(_ restarted: Bool) throws {
        let driver = try Self.van(restarted: restarted)
        #expect(driver.agent.hasConfiguredFences == true)
        try Self.use([try AgentDriver.depot("yard", longitude: 14)], driver)
        let visit = "van/depot/\(Self.since)"
        let expected = [
            #"geofence/event/van/depot {"event":"exit","id":"\#(visit)/exit","device":"van","fence":"depot","name":"depot","time":"\#(Self.change)","latitude":52,"longitude":13,"via":["region"],"cause":"removed","confidence":1,"visit":"\#(visit)","seq":2,"duration":4}"#,
            "geofence/status/van/depot ",
            #"geofence/device/van {"inside":[],"latitude":52,"longitude":13,"time":"\#(Self.since)"}"#,
            "geofence/fence/depot ",
        ]
        #expect(driver.news == expected)
        #expect(driver.agent.port.outbox.changes.outgoing.map(\.isRetained) == [false, true, true, true])
        #expect(driver.agent.hasConfiguredFences == true)
    }

    @Test(arguments: [false, true])
    func `sets the status of a fence that is new, without an event`(_ restarted: Bool) throws {
        let driver = try Self.van(restarted: restarted)
        let fences = driver.agent.port.settings.fences + [try AgentDriver.depot("new")]
        try Self.use(fences, driver)
        #expect(driver.events == [])
        #expect(
            driver.news == [
                #"geofence/status/van/new {"status":"inside","since":"\#(Self.change)","via":["region"],"distance":-150,"time":"\#(Self.since)","confidence":1,"visit":"van/new/\#(Self.change)"}"#,
                #"geofence/device/van {"inside":["depot","new"],"latitude":52,"longitude":13,"time":"\#(Self.since)"}"#,
                #"geofence/fence/new {"count":1,"devices":["van"]}"#,
            ]
        )
    }

    @Test(arguments: [false, true])
    func `goes on with a visit where only the rules change`(_ restarted: Bool) throws {
        let driver = try Self.van(restarted: restarted)
        try Self.use(
            [try AgentDriver.depot { $0.exitAfter = 2 }, try AgentDriver.depot("yard", longitude: 14)],
            driver
        )
        #expect(driver.news == [])
        driver.fix(inside: false, at: 6000)
        driver.agent.advance(to: AgentDriver.at(8000))
        #expect(driver.events == ["van/depot exit 2"])
    }

    @Test func `counts on where a fence comes back`() throws {
        let driver = try Self.van(restarted: false)
        try Self.use([], driver)
        #expect(driver.events == ["van/depot exit 2"])
        driver.didCommit()
        try Self.use([try AgentDriver.depot()], driver)
        #expect(driver.events == [])
        driver.fix(inside: false, at: 6000)
        #expect(driver.events == ["van/depot exit 3"])
    }

    @Test func `tells everything that is retained once more after a connect`() throws {
        let driver = try Self.van(restarted: true)
        let topics = driver.agent.refreshed().map(\.topic)
        #expect(
            topics == [
                "geofence/fence/depot", "geofence/fence/yard", "geofence/device/van",
                "geofence/status/van/depot", "geofence/status/van/yard",
            ]
        )
    }

    @Test func `tells a device once an interval, and at once with a transition`() throws {
        let setup = try AgentDriver.setup(fences: [try AgentDriver.depot()], deviceEvery: 30_000)
        let driver = AgentDriver(setup)
        let times: [(Int64, Bool, Bool)] = [
            (0, false, true), (1000, false, false), (2000, true, true), (3000, true, false),
        ]
        for (time, inside, isReported) in times {
            driver.fix(inside: inside, at: time)
            driver.agent.workOnce(at: AgentDriver.at(time))
            #expect(driver.news.contains { $0.hasPrefix("geofence/device/van") } == isReported, "at \(time)")
            driver.didCommit()
        }
        driver.agent.workOnce(at: AgentDriver.at(30_000))
        let stamp = AgentDriver.at(3000).iso8601
        #expect(
            driver.news == [
                #"geofence/device/van {"inside":["depot"],"latitude":52,"longitude":13,"time":"\#(stamp)"}"#
            ]
        )
    }
}
