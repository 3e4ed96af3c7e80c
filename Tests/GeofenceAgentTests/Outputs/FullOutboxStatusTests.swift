import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What a device makes while the outbox is full: no more rows than it has events, whatever fences there are.
@Suite struct FullOutboxStatusTests {
    /// An agent with fifty fences a long way off beside the depot, and an outbox without room.
    private static func agent() throws -> AgentDriver {
        let far = try (0..<50).map { try AgentDriver.depot("far\($0)", longitude: 20 + Double($0)) }
        let driver = try AgentDriver(fences: [try AgentDriver.depot()] + far)
        driver.agent.port.outbox.add(
            topic: "large",
            payload: [UInt8](repeating: 0, count: Outbox.mostBytes),
            isRetained: false,
            time: 0
        )
        return driver
    }

    @Test func `statuses without an event wait for the refresh`() throws {
        let driver = try Self.agent()
        let before = driver.agent.port.outbox.count
        driver.fix(inside: false, at: 0)
        #expect(driver.agent.port.outbox.count - before < 5)
        driver.agent.finishWork(at: AgentDriver.at(0))
        #expect(driver.agent.outputs.isRefreshing)
        var topics: [String] = []
        while let message = driver.agent.nextRefreshed() { topics.append(message.topic) }
        #expect(topics.count { $0.hasPrefix("geofence/status/van/") } == 51)
    }

    @Test func `an enter comes with its status all the same`() throws {
        let driver = try Self.agent()
        driver.fix(inside: false, at: 0)
        driver.fix(inside: true, at: 60_000)
        #expect(driver.told(on: "geofence/status/van/depot").count == 1)
    }

    /// 300 fences that come among 400 devices have 120,000 statuses: more than the outbox is to hold.
    @Test func `many statuses that one change brings go by the refresh, and none is missing`() throws {
        var settings = try AgentDriver.setup(fences: [try AgentDriver.depot()])
        settings.reportAllUpTo = 400
        let driver = AgentDriver(settings)
        for number in 0..<400 { driver.fix("van\(number)", inside: false, at: Int64(number)) }
        let before = driver.agent.port.outbox.count
        let far = try (0..<300).map { try AgentDriver.depot("far\($0)", longitude: 20 + Double($0) / 10) }
        driver.agent.change({ $0.fences += far }, at: AgentDriver.at(1000))
        #expect(driver.agent.port.outbox.count - before < 11_000)
        #expect(driver.agent.port.outbox.count < Outbox.mostRows)
        driver.agent.finishWork(at: AgentDriver.at(1000))
        let isRefreshing = driver.agent.outputs.isRefreshing
        #expect(isRefreshing)
        let topics = Set(driver.agent.refreshed().map(\.topic))
        #expect(topics.count { $0.hasPrefix("geofence/status/van") } == 400 * 301)
    }
}
