import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct ConfiguredFencesTests {
    @Test(arguments: [1, 2, 3, 4, 5, 100, 1365, 1366])
    func `finds the fences of ids, in the order of the list`(_ count: Int) throws {
        let fences = try (0..<count).map { try AgentDriver.depot("f\($0)") }
        let configured = ConfiguredFences(fences)
        #expect(configured.all.count == count)
        for fence in fences { #expect(configured[[fence.id]] == [fence]) }
        #expect(configured[fences.reversed().map(\.id) + fences.map(\.id)] == fences)
        #expect(configured[[try Identifier("other")]].isEmpty)
        #expect(configured[[]].isEmpty)
    }

    @Test func `finds nothing among none`() throws {
        #expect(ConfiguredFences([])[[try Identifier("f0")]].isEmpty)
    }

    @Test func `finds both of one id`() throws {
        let (depot, other) = (try AgentDriver.depot("a"), try AgentDriver.depot("a", longitude: 14))
        let fences = [depot, try AgentDriver.depot("b"), other]
        #expect(ConfiguredFences(fences)[[depot.id]] == [depot, other])
    }
}
