import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Which events count as the same where a fence is another.
@Suite struct WhatIfComparisonTests {
    private static func event(
        _ minutes: Int64,
        _ kind: String = "enter",
        _ device: String = "van"
    ) throws -> WhatIfEvent {
        WhatIfEvent(device: try Identifier(device), kind: kind, time: AgentDriver.at(minutes * 60_000))
    }

    private static func compare(_ were: [WhatIfEvent], _ events: [WhatIfEvent]) -> [Int] {
        let comparison = WhatIfComparison(were: were, events: events)
        return [comparison.removed, comparison.added]
    }

    @Test func `what moves by less than half an hour stays the same`() throws {
        #expect(Self.compare([try Self.event(60)], [try Self.event(89)]) == [0, 0])
        #expect(Self.compare([try Self.event(60)], [try Self.event(31)]) == [0, 0])
        #expect(Self.compare([try Self.event(60)], [try Self.event(90)]) == [1, 1])
    }

    @Test func `each counts once, in order`() throws {
        let were = try [0, 10, 20].map { try Self.event($0) }
        #expect(Self.compare(were, [try Self.event(11)]) == [2, 0])
        #expect(Self.compare([try Self.event(11)], were) == [0, 2])
        #expect(Self.compare(were.reversed(), were) == [0, 0])
    }

    @Test func `another kind, or another device, is another event`() throws {
        #expect(Self.compare([try Self.event(0)], [try Self.event(0, "exit")]) == [1, 1])
        #expect(Self.compare([try Self.event(0)], [try Self.event(0, "enter", "bike")]) == [1, 1])
    }
}
