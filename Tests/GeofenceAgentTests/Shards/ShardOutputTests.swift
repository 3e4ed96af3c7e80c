import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Who is inside of a fence, where several agents share a fleet.
@Suite struct ShardOutputTests {
    private static let sum = "geofence/fence/depot"

    /// What the second agent publishes of its fences reaches the first, as by a broker.
    private static func deliver(_ from: AgentDriver, _ to: AgentDriver) {
        for row in from.agent.port.outbox.changes.outgoing where row.topic.hasPrefix("geofence/shard/") {
            to.take(Array(row.topic.utf8), row.payload)
        }
        from.didCommit()
    }

    private static func enter(_ driver: AgentDriver, _ device: String) {
        driver.fix(device, inside: false, at: 0)
        driver.fix(device, inside: true, at: 60_000)
    }

    @Test func `one agent publishes the sum of all`() throws {
        let (first, second) = (try ShardTests.driver(0), try ShardTests.driver(1))
        Self.enter(first, "van")
        Self.enter(second, "car")
        #expect(first.told(on: Self.sum) == [])
        #expect(first.told(on: "geofence/shard/0-0/fence/depot").last == #"{"count":1,"devices":["van"]}"#)
        Self.deliver(second, first)
        #expect(first.told(on: Self.sum) == [#"{"count":1,"devices":["car"]}"#])
        // Its own come back from the broker, too.
        first.take("geofence/shard/0-0/fence/depot", #"{"count":1,"devices":["van"]}"#)
        #expect(first.told(on: Self.sum).last == #"{"count":2,"devices":["car","van"]}"#)
        second.fix("car", inside: false, at: 120_000)
        Self.deliver(second, first)
        #expect(first.told(on: Self.sum).last == #"{"count":1,"devices":["van"]}"#)
        #expect(second.told(on: Self.sum) == [])
        #expect(second.agent.outputs.filters == [])
        #expect(first.agent.outputs.filters == ["geofence/shard/+/fence/+"])
    }

    @Test func `a repeat changes nothing`() throws {
        let first = try ShardTests.driver(0)
        for _ in 0..<2 { first.take("geofence/shard/1-1/fence/depot", #"{"count":7,"devices":[]}"#) }
        #expect(first.told(on: Self.sum) == [#"{"count":7,"devices":[]}"#])
        first.didCommit()
        first.take("geofence/shard/1-1/fence/depot", #"{"count":7,"devices":[]}"#)
        #expect(first.news == [])
    }

    @Test func `a fence that goes in all shards takes its topic with it`() throws {
        let first = try ShardTests.driver(0)
        for shard in ["0-0", "1-1"] {
            first.take(
                "geofence/shard/\(shard)/fence/depot",
                #"{"count":1,"devices":["a"],"monitoring":false}"#
            )
        }
        #expect(first.told(on: Self.sum).last == #"{"count":2,"devices":["a","a"],"monitoring":false}"#)
        first.take("geofence/shard/0-0/fence/depot", "")
        #expect(first.told(on: Self.sum).last == #"{"count":1,"devices":["a"],"monitoring":false}"#)
        first.take("geofence/shard/1-1/fence/depot", "")
        #expect(first.told(on: Self.sum).last == "")
    }

    @Test func `who has other partitions takes the place of those that had them`() throws {
        let first = try ShardTests.driver(0)
        first.take("geofence/shard/2-9/fence/depot", #"{"count":5,"devices":[]}"#)
        first.take("geofence/shard/10-11/fence/depot", #"{"count":1,"devices":[]}"#)
        first.take("geofence/shard/2-5/fence/depot", #"{"count":2,"devices":[]}"#)
        #expect(first.told(on: Self.sum).last == #"{"count":3,"devices":[]}"#)
        #expect(first.told(on: "geofence/shard/2-9/fence/depot") == [""])
    }

    @Test(arguments: [false, true])
    func `counts are there after a restart, from the journal or a checkpoint`(_ isCheckpoint: Bool) throws {
        let first = try ShardTests.driver(0)
        var store = MemoryStore()
        store.commit(&first.agent, checkpoint: true)
        first.take("geofence/shard/1-1/fence/depot", #"{"count":7,"devices":["x"]}"#)
        first.take("geofence/shard/1-1/fence/gate", #"{"count":1,"devices":["y"]}"#)
        first.take("geofence/shard/1-1/fence/gate", "")
        store.commit(&first.agent, checkpoint: isCheckpoint)
        let next = try ShardTests.driver(0, store: store)
        next.didCommit()
        let refreshed = next.agent.refreshed().map(\.topic)
        #expect(refreshed.contains(Self.sum))
        #expect(!refreshed.contains("geofence/fence/gate"))
        next.take("geofence/shard/0-0/fence/depot", #"{"count":1,"devices":["v"]}"#)
        #expect(next.told(on: Self.sum).last == #"{"count":8,"devices":["v","x"]}"#)
    }

    @Test(arguments: [
        ("1-1/fence/depot", "no JSON"), ("1-1/fence/depot", #"{"count":-1}"#), ("1-1/fence/depot", "{}"),
        ("1/fence/depot", #"{"count":1}"#), ("2-1/fence/depot", #"{"count":1}"#),
        ("1-70000/fence/depot", #"{"count":1}"#), ("1-1/gate/depot", #"{"count":1}"#),
        ("1-1-1/fence/depot", #"{"count":1}"#), ("-1-1/fence/depot", #"{"count":1}"#),
        ("1-1/fence/", #"{"count":1}"#),
    ])
    func `what is no count is refused`(_ levels: String, _ payload: String) throws {
        let first = try ShardTests.driver(0)
        first.take("geofence/shard/\(levels)", payload)
        #expect(first.news == [])
        #expect(first.agent.port.counters.rejected.reduce(0, +) == 1)
    }

    @Test func `one agent announces fences to Home Assistant, and each its devices`() throws {
        for number in 0..<2 {
            let driver = try ShardTests.driver(number)
            driver.agent.port.settings.homeAssistant.discovery = true
            driver.agent.use(driver.agent.port.settings)
            Self.enter(driver, number == 0 ? "van" : "car")
            driver.agent.work(at: AgentDriver.at(61_000))
            let topics = driver.news.filter { $0.hasPrefix("homeassistant/") }.joined(separator: "\n")
            #expect(topics.contains("/geofence__fence__depot/") == (number == 0), "\(topics)")
            #expect(topics.contains("/geofence__device__\(number == 0 ? "van" : "car")/"))
            #expect(topics.contains("geofence/agent/\(number)-\(number)/state"))
        }
    }
}
