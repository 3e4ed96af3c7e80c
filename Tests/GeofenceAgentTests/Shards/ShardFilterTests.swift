import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What is dropped by its topic, before the agent sees it.
@Suite struct ShardFilterTests {
    private static let source = "fleet/{device}/location"
    private static let composed = "owntracks/{user}/{device}"

    /// Of the agent with the first of two partitions: `van` is its own, `car` the other's.
    private static func filter(_ sources: [AgentSettings.Source], echoes: SourceEchoes? = nil) -> ShardFilter
    {
        ShardFilter(Shard(partitions: 2, range: 0...0), sources, echoes: echoes)
    }

    private static func drops(_ filter: ShardFilter, _ topic: String) -> Bool {
        Array(topic.utf8).withUnsafeBytes(filter.shouldDrop)
    }

    private static func counts(_ filter: ShardFilter) -> [Int: UInt64] {
        var counts: [Int: UInt64] = [:]
        filter.drain { counts[$0] = $1 }
        return counts
    }

    @Test func `another's message is dropped, and counted for its source`() throws {
        let filter = try Self.filter([
            AgentDriver.source("home/{device}/wifi", .wifi), AgentDriver.source(Self.source, .auto),
        ])
        for _ in 0..<3 { #expect(Self.drops(filter, "fleet/car/location")) }
        #expect(Self.drops(filter, "home/car/wifi"))
        #expect(Self.counts(filter) == [0: 1, 1: 3])
        #expect(Self.counts(filter) == [:])
    }

    @Test(arguments: [
        "fleet/van/location", "fleet/car", "fleet/car/location/more", "geofence/request/fence/set", "",
    ])
    func `what is its own, or no device's, stays`(_ topic: String) throws {
        let filter = try Self.filter([AgentDriver.source(Self.source, .auto)])
        #expect(!Self.drops(filter, topic))
        #expect(Self.counts(filter) == [:])
    }

    @Test func `an id that the payload has is read there`() throws {
        let filter = try Self.filter([AgentDriver.source("all", .auto, device: "$.id")])
        #expect(!Self.drops(filter, "all"))
    }

    @Test func `an id of two levels is put together first`() throws {
        let filter = try Self.filter([
            AgentDriver.source(Self.composed, .owntracks, device: "{user}-{device}")
        ])
        let shard = Shard(partitions: 2, range: 0...0)
        for number in 0..<50 {
            let isOwn = shard.owns(try Identifier("bob-phone\(number)"))
            #expect(Self.drops(filter, "owntracks/bob/phone\(number)") == !isOwn)
        }
        #expect(!Self.drops(filter, "owntracks/a-b/c"))
    }

    /// The level that two agents write to is in the other's partition here.
    @Test func `the clock of a pair stays, wherever its topic would belong`() throws {
        let sources = [try AgentDriver.source(Self.source, .auto)]
        let shard = Shard(partitions: 2, range: 0...0)
        try #require(!shard.owns(Identifier(SourceEchoes.level)))
        let topic = "fleet/\(SourceEchoes.level)/location"
        #expect(!Self.drops(Self.filter(sources, echoes: SourceEchoes(sources)), topic))
        #expect(Self.drops(Self.filter(sources), topic))
    }

    @Test func `what was dropped counts as received, and its source is heard of`() throws {
        let driver = try ShardTests.driver(0)
        driver.agent.noteDropped(1, 7)
        #expect(driver.agent.port.counters.received == 7)
        #expect(driver.agent.port.counters.otherShard == 7)
        #expect(driver.agent.intake.heardSources == [false, true])
    }
}
