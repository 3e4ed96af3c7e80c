import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// With one fence more than `status.allUpTo` most statuses are no longer published: of many devices they go
/// by and by, and at last the broker has those that the agent reports, and no others.
@Suite final class StatusSweepTests {
    private static let devices = 400
    private static let fences = 30
    private static let noon = AgentDriver.at(1_000_000)

    private let driver: AgentDriver
    private var broker = RetainingBroker()

    /// An agent with as many fences as all statuses are reported of, one of which holds every tenth device.
    init() throws {
        var settings = try AgentDriver.setup(fences: [try AgentDriver.depot()] + Self.far(1..<Self.fences))
        settings.reportAllUpTo = Self.fences
        driver = AgentDriver(settings)
        for number in 0..<Self.devices {
            driver.fix("van\(number)", inside: number % 10 == 0, at: Int64(number))
        }
        broker.receive(from: &driver.agent, checkpoint: true)
        broker.refresh(from: &driver.agent)
        #expect(statuses.count == Self.devices * Self.fences)
    }

    private static func far(_ numbers: Range<Int>, groups: [Identifier] = []) throws -> [Fence] {
        try numbers.map { try AgentDriver.depot("far\($0)", longitude: 20 + Double($0) / 10, groups: groups) }
    }

    private func addFence() throws {
        let fence = try Self.far(99..<100)
        driver.agent.change({ $0.fences += fence }, at: Self.noon)
    }

    private var statuses: Set<String> { broker.topics("geofence/status/") }
    private var groups: Set<String> { broker.topics("geofence/group/") }

    /// The topics of statuses that the agent reports.
    private func wanted(_ prefix: String = "geofence/status/") -> Set<String> {
        Set(driver.agent.refreshed().map(\.topic).filter { $0.hasPrefix(prefix) })
    }

    /// Has the broker receive what leaves while the agent works, slice by slice; gives how many there were.
    private func finish(after slice: (Int) -> Void = { _ in }) -> Int {
        var count = 0
        while driver.hasWork(room: 100) {
            driver.agent.workOnce(at: Self.noon, room: 100)
            #expect(driver.agent.port.outbox.count < 2000)
            broker.receive(from: &driver.agent)
            count += 1
            slice(count)
        }
        return count
    }

    @Test func `the broker is left with those that say something`() throws {
        try addFence()
        #expect(driver.agent.port.outbox.count < 100)
        let slices = finish()
        #expect(slices > 10)
        #expect(statuses == wanted())
        #expect(statuses.count == Self.devices / 10)
    }

    @Test func `who comes into a fence meanwhile has a status, and who is forgotten has none`() throws {
        try addFence()
        _ = finish { slice in
            guard slice == 2 else { return }
            for number in [1, Self.devices - 1] {
                driver.fix("van\(number)", inside: true, at: 2_000_000)
            }
            _ = driver.ask("device/forget", #"{"device":"van\#(Self.devices - 2)"}"#)
        }
        broker.receive(from: &driver.agent)
        #expect(statuses == wanted())
        #expect(statuses.count == Self.devices / 10 + 2)
    }

    @Test(arguments: [false, true])
    func `a process that comes after goes on with it`(_ keepsStates: Bool) throws {
        try addFence()
        broker.store.commit(&driver.agent, checkpoint: true)
        for slice in 0..<3 {
            driver.agent.workOnce(at: Self.noon, room: 100)
            broker.receive(from: &driver.agent, checkpoint: keepsStates && slice == 1)
        }
        let settings = driver.agent.port.settings
        driver.agent = try Agent.recovered(settings, stored: broker.store.state)
        #expect(statuses.count > Self.devices / 10)
        #expect(finish() > 0)
        #expect(statuses == wanted())
    }

    @Test func `one fence less, and all are published again`() throws {
        try addFence()
        driver.agent.workOnce(at: Self.noon, room: 100)
        broker.receive(from: &driver.agent)
        driver.agent.change({ $0.fences.removeLast() }, at: Self.noon)
        _ = finish()
        broker.receive(from: &driver.agent)
        #expect(driver.agent.outputs.isRefreshing)
        broker.refresh(from: &driver.agent)
        #expect(statuses == wanted())
        #expect(statuses.count == Self.devices * Self.fences)
    }

    /// It can't know how far the other has come.
    @Test func `one of a pair that stands by waits, and goes through all of it when it leads`() throws {
        driver.agent.port.outbox.hold(true)
        try addFence()
        _ = finish()
        #expect(statuses.count == Self.devices * Self.fences)
        driver.agent.port.outbox.hold(false)
        #expect(finish() > 10)
        #expect(statuses == wanted())
    }

    @Test func `groups go the same way`() throws {
        let names = try (0..<Self.fences).map { try Identifier("group\($0)") }
        let grouped = try Self.far(98..<99, groups: names)
        driver.agent.change(
            {
                $0.fences.removeLast()
                $0.fences += grouped
            },
            at: Self.noon
        )
        broker.receive(from: &driver.agent)
        broker.refresh(from: &driver.agent)
        #expect(groups.count == Self.devices * Self.fences)
        try addFence()
        #expect(driver.agent.port.outbox.count < 100)
        _ = finish()
        #expect(groups == [])
        #expect(wanted("geofence/group/") == [])
    }
}
