import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct ConfiguredFencesTests {
    /// One by one, and by a set where there are many.
    @Test(arguments: [1, 8, 9, 100])
    func `finds fences by their ids, in the order of the list`(_ count: Int) throws {
        let ids = try (0..<200).map { try Identifier("f\($0)") }
        let list = ConfiguredFences(try ids.map { try AgentDriver.depot($0.description) })
        let wanted = Array(ids[50..<(50 + count)])
        #expect(list[wanted.reversed() + [try Identifier("other")]].map(\.id) == wanted)
        #expect(list[[]].isEmpty)
    }
}
