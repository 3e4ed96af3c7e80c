import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What the agent tells by the rules for groups, silence, schedules, fences that move and messages in
/// disorder.
@Suite struct AgentRuleTests {
    private func fence(
        _ id: String = "depot",
        follows: String? = nil,
        devices: [String] = [],
        groups: [String] = [],
        schedule: Schedule? = nil,
        _ change: (inout Rules) -> Void = { _ in }
    ) throws -> Fence {
        var rules = Rules()
        change(&rules)
        let circle = try Circle(center: try Coordinate(latitude: 52, longitude: 13), radius: 150)
        return try Fence(
            id: Identifier(id),
            shape: follows == nil ? .circle(circle) : nil,
            follows: try follows.map { try Follow(device: Identifier($0), radius: 150) },
            devices: devices.map { try DevicePattern($0) },
            groups: groups.map { try Identifier($0) },
            schedule: schedule,
            rules: rules
        )
    }

    /// What waits for the next commit on some topics, by the first member of each payload.
    private func told(_ driver: AgentDriver, _ topic: String) -> [String] {
        driver.news.filter { $0.hasPrefix("geofence/\(topic)") }.map { String($0.prefix { $0 != "," }) }
    }

    @Test
    func `a group's topic is told when it is first known, when it changes, and once more after a connect`()
        throws
    {
        let driver = try AgentDriver(fences: [try fence(groups: ["sites"])])
        driver.fix(inside: false, at: 0)
        #expect(told(driver, "group/") == [#"geofence/group/sites/van {"status":"outside""#])
        driver.didCommit()
        driver.fix(inside: true, at: 1000)
        #expect(told(driver, "group/") == [#"geofence/group/sites/van {"status":"inside""#])
        #expect(driver.events.contains("van/sites enter 1"))
        let topics = driver.agent.refreshed().map(\.topic)
        #expect(topics.contains("geofence/group/sites/van"))
    }

    @Test func `a group that goes takes its topics along`() throws {
        let driver = try AgentDriver(fences: [try fence(groups: ["sites"])])
        driver.fix(inside: true, at: 0)
        driver.didCommit()
        driver.agent.port.settings = try AgentDriver.setup(fences: [try fence()])
        driver.agent.useConfiguredFences(at: AgentDriver.at(1000))
        #expect(driver.news.filter { $0.contains("group/") } == ["geofence/group/sites/van "])
    }

    @Test func `a group whose fences come to be for others takes its topic along`() throws {
        let driver = try AgentDriver(fences: [try fence(groups: ["sites"])])
        driver.fix(inside: true, at: 0)
        driver.didCommit()
        driver.agent.port.settings = try AgentDriver.setup(fences: [
            try fence(devices: ["bike"], groups: ["sites"])
        ])
        driver.agent.useConfiguredFences(at: AgentDriver.at(1000))
        #expect(driver.news.filter { $0.contains("group/") } == ["geofence/group/sites/van "])
        #expect(driver.events == ["van/depot exit 1", "van/sites exit 1"])
    }

    @Test func `silence is told as stale by the clock alone`() throws {
        let driver = try AgentDriver(fences: [try fence(groups: ["sites"]) { $0.staleAfter = 60 }])
        driver.fix(inside: true, at: 0)
        driver.didCommit()
        driver.agent.advance(to: AgentDriver.at(60_000))
        let status = driver.news.filter { $0.hasPrefix("geofence/status/") }
        #expect(status.count == 1)
        #expect(status.allSatisfy { $0.contains(#""status":"unknown""#) && $0.contains(#""cause":"stale""#) })
        let groups = driver.news.filter { $0.hasPrefix("geofence/group/") }
        #expect(groups == [#"geofence/group/sites/van {"status":"unknown","cause":"stale","fences":[]}"#])
        #expect(driver.events == [])
    }

    @Test func `a fence that closes sends its exit by the clock`() throws {
        let schedule = Schedule(expires: AgentDriver.at(5000))
        let driver = try AgentDriver(fences: [try fence(schedule: schedule)])
        driver.fix(inside: true, at: 0)
        driver.didCommit()
        driver.agent.advance(to: AgentDriver.at(4999))
        #expect(driver.news == [])
        driver.agent.advance(to: AgentDriver.at(5000))
        #expect(driver.events == ["van/depot exit 1"])
    }

    @Test(arguments: [false, true])
    func `a fence that moves changes another device, which is kept with it`(_ checkpoint: Bool) throws {
        var store = MemoryStore()
        let driver = try AgentDriver(fences: [try fence("convoy", follows: "truck")])
        driver.fix("truck", inside: true, at: 0)
        driver.fix("van", inside: false, at: 0)
        store.commit(&driver.agent, checkpoint: true)
        driver.fix("truck", inside: false, at: 1000)
        #expect(driver.events == ["van/convoy enter 1"])
        store.commit(&driver.agent, checkpoint: checkpoint)
        driver.agent = try Agent.recovered(driver.agent.port.settings, stored: store.state)
        driver.fix("truck", inside: true, at: 2000)
        #expect(driver.events == ["van/convoy exit 2"])
    }

    @Test(arguments: [false, true])
    func `messages that wait are not lost by an end on the spot`(_ checkpoint: Bool) throws {
        var setup = try AgentDriver.setup(fences: [try fence { $0.exitAfter = 3 }])
        (setup.stream.reorder, setup.stream.lateEvents, setup.stream.maxSpeed) = (5, true, 2000)
        let (whole, ended) = (AgentDriver(setup), AgentDriver(setup))
        var stores = (MemoryStore(), MemoryStore())
        stores.0.commit(&whole.agent, checkpoint: true)
        stores.1.commit(&ended.agent, checkpoint: true)
        var told: [String] = []
        let stamps: [(Int64, Bool)] = [
            (0, false), (30_000, true), (20_000, false), (60_000, false), (59_000, true), (90_000, true),
            (10_000, true), (12_000, false), (120_000, false), (125_000, false),
        ]
        for (step, (stamp, isInside)) in stamps.enumerated() {
            let arrival = Int64(step) * 4000 + 120_000
            let payload = AgentDriver.fix(inside: isInside, at: stamp)
            for now in [arrival, arrival + 3000] {
                whole.agent.advance(to: AgentDriver.at(now))
                ended.agent.advance(to: AgentDriver.at(now))
            }
            whole.take("fleet/van/location", payload, at: arrival + 3000)
            ended.take("fleet/van/location", payload, at: arrival + 3000)
            #expect(whole.news == ended.news, "step \(step)")
            told += whole.events
            stores.0.commit(&whole.agent)
            stores.1.commit(&ended.agent, checkpoint: checkpoint)
            ended.agent = try Agent.recovered(setup, stored: stores.1.state)
        }
        for now in stride(from: Int64(160_000), through: 400_000, by: 5000) {
            whole.agent.advance(to: AgentDriver.at(now))
            ended.agent.advance(to: AgentDriver.at(now))
        }
        #expect(whole.events == ended.events)
        #expect(told.count + whole.events.count >= 4)
        #expect(whole.agent.port.counters.accepted + whole.agent.port.counters.late >= 8)
    }
}
