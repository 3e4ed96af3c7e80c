import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Positions that say little new are counted, and nothing else.
@Suite struct AgentFilterTests {
    private static let both = FixFilter(distance: 10, time: 10)

    private static func driver(_ filter: FixFilter?, _ others: [DeviceFilter] = []) throws -> AgentDriver {
        var setup = try AgentDriver.setup(fences: [try AgentDriver.depot()])
        setup.sources[0] = setup.sources[0].with(filter: filter)
        setup.deviceFilters = others
        return AgentDriver(setup)
    }

    private static func devices(_ pattern: String, _ filter: FixFilter) throws -> DeviceFilter {
        DeviceFilter(devices: [try DevicePattern(pattern)], filter: filter)
    }

    @Test func `a fix that is left out is counted, and neither kept nor told`() throws {
        let driver = try Self.driver(Self.both)
        driver.fix(inside: true, at: 0)
        driver.didCommit()
        driver.fix(inside: true, at: 9_999)
        #expect(driver.news == [] && driver.agent.port.journal.bytes.isEmpty)
        #expect(driver.agent.port.counters.filtered == 1 && driver.agent.port.counters.accepted == 1)
        driver.fix(inside: true, at: 10_000)
        #expect(driver.agent.port.counters.filtered == 1 && driver.agent.port.counters.accepted == 2)
    }

    @Test func `a repeat is a repeat, not a fix that is left out`() throws {
        let driver = try Self.driver(Self.both)
        for _ in 0..<2 { driver.fix(inside: true, at: 0) }
        #expect(driver.agent.port.counters.filtered == 0 && driver.agent.port.counters.duplicates == 1)
    }

    @Test func `a fix without a time that the broker repeats later is known again`() throws {
        let driver = try Self.driver(Self.both)
        let payload = #"{"lat":52,"lon":13}"#
        driver.take("fleet/van/location", payload, at: 0, packet: 1)
        driver.take("fleet/van/location", payload, at: 5_000, packet: 2)
        driver.agent.tracker.connectionResumed()
        driver.take("fleet/van/location", payload, at: 60_000, packet: 2)
        #expect(driver.agent.port.counters.filtered == 1 && driver.agent.port.counters.duplicates == 1)
    }

    @Test(arguments: [false, true])
    func `a fix that is left out says nothing when it comes again after a kill`(_ isCheckpoint: Bool) throws {
        let driver = try Self.driver(FixFilter(distance: 50))
        let fixes = [(52.01, 0), (52.0097, 1000), (52, 2000)].enumerated().map { index, fix in
            (packet: UInt16(index + 1), payload: #"{"lat":\#(fix.0),"lon":13}"#, time: Int64(fix.1))
        }
        for fix in fixes {
            driver.take("fleet/van/location", fix.payload, at: fix.time, packet: fix.packet)
        }
        #expect(driver.events == ["van/depot enter 1"] && driver.agent.port.counters.filtered == 1)
        var store = MemoryStore()
        store.commit(&driver.agent, checkpoint: isCheckpoint)
        let next = try driver.restarted(store)
        next.agent.tracker.connectionResumed()
        for fix in fixes.dropFirst() {
            next.take("fleet/van/location", fix.payload, at: 60_000, packet: fix.packet)
        }
        #expect(next.events == [] && next.agent.port.counters.duplicates == 2)
    }

    @Test(
        arguments: [
            (nil, [], 0), (both, [], 1),
            (both, [("v*", FixFilter(distance: 0))], 0), (both, [("bus*", FixFilter(distance: 0))], 1),
            (nil, [("van", both), ("*", FixFilter(distance: 0))], 1),
            (both, [("*", FixFilter(distance: 0)), ("van", both)], 0),
        ] as [(FixFilter?, [(String, FixFilter)], UInt64)]
    )
    func `a device's own filter stands in the place of its source's, the first that names it`(
        _ filter: FixFilter?,
        _ others: [(String, FixFilter)],
        _ count: UInt64
    ) throws {
        let driver = try Self.driver(filter, try others.map(Self.devices))
        driver.fix(inside: true, at: 0)
        driver.fix(inside: true, at: 1_000)
        #expect(driver.agent.port.counters.filtered == count)
    }

    @Test func `a position that is set by hand is not left out`() throws {
        let driver = try Self.driver(Self.both)
        driver.fix(inside: true, at: 0)
        _ = driver.ask("device/override", #"{"device":"van","latitude":52.00001,"longitude":13}"#, at: 1_000)
        let answer = driver.ask("device/status", #"{"device":"van"}"#, at: 1_000)
        #expect(answer.contains(#""latitude":52.00001"#), "\(answer)")
    }
}
