import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct ConfiguredFencesTests {
    @Test(arguments: [1, 2, 3, 4, 5, 7, 8, 100, 3000])
    func `finds the fences of ids, in the order of the list`(_ count: Int) throws {
        let fences = try (0..<count).map { try AgentDriver.depot("f\($0)") }
        let configured = ConfiguredFences(fences)
        #expect(configured.all.count == count)
        for fence in fences { #expect(configured[[fence.id]] == [fence] && configured[fence.id] == fence) }
        #expect(configured[fences.reversed().map(\.id) + fences.map(\.id)] == fences)
        #expect(configured[[try Identifier("other")]].isEmpty)
        #expect(configured[try Identifier("other")] == nil)
        #expect(configured[[]].isEmpty)
    }

    @Test func `finds nothing among none`() throws {
        #expect(ConfiguredFences([])[[try Identifier("f0")]].isEmpty)
        #expect(ConfiguredFences([])[try Identifier("f0")] == nil)
    }

    @Test func `finds both of one id`() throws {
        let (depot, other) = (try AgentDriver.depot("a"), try AgentDriver.depot("a", longitude: 14))
        let fences = [depot, try AgentDriver.depot("b"), other]
        #expect(ConfiguredFences(fences)[[depot.id]] == [depot, other])
        #expect(ConfiguredFences(fences)[depot.id] == depot)
    }

    @Test func `are in memory once, at the first start and after a restart`() throws {
        let fences = try ["a", "b"].map { try AgentDriver.depot($0) }
        let driver = AgentDriver(try AgentDriver.setup(fences: fences))
        driver.agent.useConfiguredFences(at: AgentDriver.at(0))
        var store = MemoryStore()
        store.commit(&driver.agent, checkpoint: true)
        for driver in [driver, try driver.restarted(store)] {
            let inForce = driver.agent.tracker.engine.allFences
            #expect(inForce.count == 2)
            let configured = driver.agent.port.settings.fences
            #expect(inForce == fences && zip(inForce, configured).allSatisfy { $0.isSame(as: $1) })
        }
    }

    /// The one that comes first decides which of equal terms all have.
    @Test func `are in memory once after the first one has changed, read again or while the agent was away`()
        throws
    {
        let before = try ["a", "b", "c"].map { try AgentDriver.depot($0) }
        let driver = AgentDriver(try AgentDriver.setup(fences: before))
        driver.agent.useConfiguredFences(at: AgentDriver.at(0))
        var store = MemoryStore()
        store.commit(&driver.agent, checkpoint: true)
        var after =
            [try AgentDriver.depot("a", longitude: 14)] + (try ["b", "c"].map { try AgentDriver.depot($0) })
        var settings = driver.agent.port.settings
        let away = AgentDriver(try Agent.recovered(try AgentDriver.setup(fences: after), stored: store.state))
        away.agent.useConfiguredFences(at: AgentDriver.at(1))
        let change = FenceListReader(settings.fences).change(to: &after)
        settings.fences = after
        driver.agent.use(settings)
        driver.agent.beginConfiguring(by: change, at: AgentDriver.at(1))
        driver.agent.finishChangingFences(at: AgentDriver.at(1))
        for driver in [driver, away] {
            let inForce = driver.agent.tracker.engine.allFences
            #expect(zip(inForce, driver.agent.port.settings.fences).allSatisfy { $0.isSame(as: $1) })
            #expect(inForce.map(\.id.description) == ["a", "b", "c"])
        }
    }
}
