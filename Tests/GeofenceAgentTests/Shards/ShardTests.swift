import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Which devices an agent has, where several share a fleet.
@Suite struct ShardTests {
    /// An agent of one of two shards, each of one partition: `van` and `van2` are in the first, `van1` and
    /// `car` in the second.
    static func driver(_ number: Int, store: MemoryStore? = nil) throws -> AgentDriver {
        var settings = try AgentDriver.setup(fences: [try AgentDriver.depot()])
        let shard = Shard(partitions: 2, range: number...number)
        settings.shard = shard
        settings.topics.shard = shard.name
        guard let store else { return AgentDriver(settings) }
        return AgentDriver(try Agent.recovered(settings, stored: store.state))
    }

    /// As NATS 2.9.10 and 2.15.1 have them: `partition(4,1)`, and `partition(4,1,2)` of `bob` and `phone`.
    @Test(arguments: [("van1", 1), ("bobphone", 0), ("ü", 2)])
    func `has the partitions of NATS`(_ levels: String, _ partition: Int) {
        var hash = PartitionHash()
        hash.add(levels.utf8)
        #expect(hash.partition(of: 4) == partition)
    }

    @Test(arguments: [
        ("{user}-{device}", "bob-phone", "bobphone"), ("{user}-{device}", "bob-my-phone", "bobmy-phone"),
        ("x-{device}", "x-x-van", "x-van"), ("{device}-x", "van-x-x", "van-x"),
        ("{user}{device}", "bobphone", "bobphone"), ("{user}-{device}", "bob", "bob"),
        ("{user}--{device}!", "a--b!", "ab"),
    ])
    func `leaves out the fixed text of ids that are put together`(
        _ template: String,
        _ id: String,
        _ levels: String
    ) throws {
        let pattern = try TopicPattern("{user}/{device}")
        guard case .composed(let pieces) = try DeviceTemplate(template, variables: pattern.variables) else {
            Issue.record("not put together")
            return
        }
        let shard = Shard(partitions: 65_536, range: 0...0, pieces: pieces)
        var hash = PartitionHash()
        hash.add(levels.utf8)
        let partition = Array(id.utf8).withUnsafeBytes(shard.partition)
        #expect(partition == hash.partition(of: 65_536))
    }

    @Test func `each device is in one of the shards, whatever their ranges`() throws {
        let shards = [0...0, 1...20, 21...21, 22...63].map { Shard(partitions: 64, range: $0) }
        for number in 0..<1000 {
            let id = try Identifier("device-\(number)")
            #expect(shards.count { $0.owns(id) } == 1)
        }
    }

    @Test(arguments: [
        ("fleet/car/location", #"{"lat":52,"lon":13}"#), ("home/car/wifi", "DepotNet"),
        ("data", #"{"id":"car","gps":{"lat":52,"lon":13}}"#),
    ])
    func `another's messages are counted, and leave nothing behind`(_ topic: String, _ payload: String) throws
    {
        let driver = try Self.driver(0)
        driver.take(topic, payload, packet: 1)
        #expect(driver.news == [])
        #expect(driver.agent.port.journal.bytes.isEmpty)
        #expect(driver.agent.port.counters.otherShard == 1)
        #expect(driver.agent.port.counters.received == 1)
        #expect(driver.agent.tracker.engine.deviceCount == 0)
        let own = try Self.driver(1)
        own.take(topic, payload, packet: 1)
        #expect(own.agent.tracker.engine.deviceCount == 1)
        #expect(own.agent.port.counters.otherShard == 0)
    }

    @Test(arguments: [0, 1])
    func `of several devices in one message each agent has its own`(_ number: Int) throws {
        var settings = try AgentDriver.setup(fences: [AgentDriver.depot()])
        settings.sources = [try AgentDriver.source("all", .auto, device: "$.id")]
        settings.shard = Shard(partitions: 2, range: number...number)
        let driver = AgentDriver(settings)
        driver.take("all", #"[{"id":"van","lat":52,"lon":13},{"id":"car","lat":52,"lon":13}]"#)
        #expect(driver.agent.tracker.engine.deviceCount == 1)
        let own = try Identifier(["van", "car"][number])
        #expect(driver.agent.tracker.engine.device(own) == 0)
        #expect(driver.agent.port.counters.otherShard == 1)
    }

    @Test func `another's payload is not read`() throws {
        let driver = try Self.driver(0)
        driver.take("fleet/car/location", "{ this is no JSON")
        #expect(driver.agent.port.counters.rejected.allSatisfy { $0 == 0 })
        #expect(driver.agent.port.counters.otherShard == 1)
    }

    @Test func `an id that two topics could make is refused by all, as ever`() throws {
        let driver = try Self.driver(0)
        driver.take("owntracks/a-b/c", #"{"_type":"location","lat":52,"lon":13}"#)
        #expect(driver.agent.port.counters.otherShard == 0)
        #expect(driver.agent.port.counters.rejected.reduce(0, +) == 1)
    }

    @Test func `each agent says of itself which shard it is`() {
        let topics = Topics(base: "geofence", shard: "0-15")
        #expect(topics.state == "geofence/agent/0-15/state")
        #expect(topics.info == "geofence/agent/0-15/info")
        #expect(topics.stats == "geofence/agent/0-15/stats")
        #expect(Topics(base: "geofence").state == "geofence/agent/state")
    }
}
