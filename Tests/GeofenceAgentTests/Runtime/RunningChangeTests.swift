import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// A change of fences for more devices than one turn looks at.
@Suite struct RunningChangeTests {
    private let driver: AgentDriver
    private static let count = Agent.mostLookedAtInTurn + 10

    /// As many devices in the depot.
    init() throws {
        var settings = try AgentDriver.setup(fences: [try AgentDriver.depot()])
        settings.reportAllUpTo = 0
        driver = AgentDriver(settings)
        for number in 0..<Self.count { driver.fix("d\(number)", inside: true, at: 0) }
        driver.agent.port.outbox = Outbox()
    }

    private func setYard() {
        let yard = #"{"id":"yard","latitude":52,"longitude":13,"radius":500}"#
        _ = driver.ask("fence/set", yard, at: 1000)
    }

    private func occupants() throws -> Int {
        let yard = try Identifier("yard")
        guard let slot = driver.agent.tracker.engine.slot(of: yard) else { return 0 }
        return driver.agent.tracker.engine.occupants(of: slot).count
    }

    /// Without the answer, which is no event.
    private var events: [String] { driver.events.filter { $0.contains("/") } }

    private func isChanging() -> Bool { driver.agent.isChangingFences }

    @Test func `is made part by part where it is asked for`() throws {
        setYard()
        #expect(isChanging())
        #expect(try occupants() == Agent.mostLookedAtInTurn)
        driver.agent.goOnChangingFences(at: AgentDriver.at(1000))
        #expect(!isChanging())
        #expect(try occupants() == Self.count)
        #expect(events == [])
    }

    @Test func `is made before anything else happens to a device`() throws {
        setYard()
        driver.fix("d\(Self.count - 1)", inside: false, at: 60_000)
        #expect(!isChanging())
        let last = "d\(Self.count - 1)"
        #expect(events == ["\(last)/depot exit 1", "\(last)/yard exit 1"])
    }

    @Test func `is one step in the journal`() throws {
        var store = MemoryStore()
        store.commit(&driver.agent, checkpoint: true)
        setYard()
        driver.agent.finishChangingFences(at: AgentDriver.at(1000))
        store.commit(&driver.agent)
        driver.agent = try Agent.recovered(driver.agent.port.settings, stored: store.state)
        #expect(try occupants() == Self.count)
    }
}
