import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Which partitions can go from one agent to another.
@Suite struct MovePlanTests {
    private static func configuration(_ shard: String, more: String = "") throws -> Configuration {
        try ConfigurationFolder().load(
            #"{"mqtt":{"host":"h"},"sources":[{"topic":"fleet/{device}/location"}]\#(shard)\#(more)}"#
        )
    }

    private static func shard(_ first: Int, _ last: Int, of partitions: Int = 64) -> String {
        #","shard":{"partitions":\#(partitions),"from":\#(first),"to":\#(last)}"#
    }

    private static func problem(_ one: String, _ other: String, _ mark: String? = nil) throws -> String? {
        let (source, target) = try (configuration(one), configuration(other))
        do throws(MovePlan.Problem) {
            _ = try MovePlan(source: source, target: target).before(target: mark)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `what the first had follows from the new ranges`() throws {
        let plan = try MovePlan(
            source: Self.configuration(Self.shard(0, 15)),
            target: Self.configuration(Self.shard(16, 63))
        )
        #expect(try plan.before(target: "partitions 32-63 of 64").range == 0...31)
        #expect(try plan.before(target: nil).range == 0...63)
        let down = try MovePlan(
            source: Self.configuration(Self.shard(16, 31)),
            target: Self.configuration(Self.shard(0, 15))
        )
        #expect(try down.before(target: "partitions 0-7 of 64").range == 8...31)
    }

    @Test(arguments: [
        ("", shard(0, 3), nil, "both agents need a \"shard\""),
        (shard(0, 15), shard(16, 20, of: 32), nil, "\"partitions\" is 64 in one and 32 in the other"),
        (shard(0, 15), shard(12, 63), nil, "both would have partitions 12-15; write"),
        (shard(0, 15), shard(20, 63), "partitions 32-63 of 64", "partitions 20-31 do not lie beside 0-15"),
        (shard(0, 15), shard(16, 63), "partitions 10-63 of 64", "the store of --to has the devices of"),
        (shard(0, 15), shard(16, 63), "", "the store of --to has the devices of all partitions, and would"),
        (shard(0, 15), shard(16, 63), "partitions 30-40 of 64", "the new range of --to goes beyond"),
        (shard(0, 15), shard(16, 63), "partitions 32-63 of 128", "the store of --to has the devices of"),
    ])
    func `what does not fit is said`(
        _ one: String,
        _ other: String,
        _ mark: String?,
        _ reason: String
    ) throws {
        let problem = try Self.problem(one, other, mark)
        #expect(problem?.hasPrefix(reason) == true, "\(problem ?? "none")")
    }

    @Test func `reads what a store says of its shard`() {
        #expect(ShardMark.range("partitions 3-9 of 64", of: 64) == 3...9)
        #expect(ShardMark.range("", of: 64) == 0...63)
        for text in ["partitions 9-3 of 64", "partitions 3-64 of 64", "partitions 3-9 of 6", "nonsense"] {
            #expect(ShardMark.range(text, of: 64) == nil, "\(text)")
        }
    }
}
