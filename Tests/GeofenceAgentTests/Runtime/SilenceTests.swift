import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Devices of which nothing is heard for `forgetAfter` are forgotten.
@Suite struct SilenceTests {
    private static let day: Int64 = 86_400_000

    private static func setup(after days: Int? = 2) throws -> AgentSettings {
        var setup = try AgentDriver.setup(fences: [try AgentDriver.depot()])
        setup.forgetAfter = days
        return setup
    }

    /// Lets the agent look at the clock on some day.
    private func look(_ driver: AgentDriver, day: Int64) {
        driver.agent.forgetSilent(at: AgentDriver.at(day * Self.day))
        while driver.agent.mayForgetSilent { driver.agent.forgetSilent(at: AgentDriver.at(day * Self.day)) }
    }

    private func ids(_ driver: AgentDriver) -> [String] {
        driver.agent.tracker.engine.deviceIDs.map(\.description)
    }

    @Test func `a silent device goes with all that is kept of it, and one that reports stays`() throws {
        let driver = AgentDriver(try Self.setup())
        look(driver, day: 0)
        for device in ["a", "b"] { driver.fix(device, inside: true, at: 0) }
        for day in 1...2 as ClosedRange<Int64> {
            driver.fix("b", inside: true, at: day * Self.day)
            look(driver, day: day)
        }
        #expect(ids(driver) == ["a", "b"])
        #expect(driver.agent.pending.isWanted && !driver.agent.pending.isDue)
        driver.fix("b", inside: true, at: 3 * Self.day)
        driver.didCommit()
        driver.agent.didCheckpoint()
        look(driver, day: 3)
        #expect(ids(driver) == ["b"])
        let gone = driver.told.filter { $0.hasSuffix(" ") }
        #expect(gone.contains("geofence/device/a ") && gone.contains("geofence/status/a/depot "))
        #expect(gone.allSatisfy { !$0.contains("/b") })
        #expect(driver.told.contains { $0.hasPrefix(#"geofence/fence/depot {"count":1"#) })
        #expect(driver.agent.pending.forgotten == [Array("a".utf8)])
        #expect(driver.agent.pending.isDue)
        #expect(driver.agent.port.counters.expired == 1)
        #expect(
            driver.agent.port.remarks == [
                .init(
                    text: "forgotten: nothing was heard of it for 2 days (forgetAfter)",
                    of: "a",
                    isNotable: true,
                    device: try Identifier("a")
                )
            ]
        )
    }

    /// Who was not to be followed is not followed when it comes back.
    @Test func `a silent device that is stopped, or a fence for it, stays`() throws {
        let driver = AgentDriver(try Self.setup())
        look(driver, day: 0)
        for device in ["a", "b", "c"] { driver.fix(device, inside: true, at: 0) }
        driver.ask("monitoring/stop", #"{"device":"a"}"#)
        driver.ask("monitoring/stop", #"{"device":"b","fence":"depot"}"#)
        driver.didCommit()
        driver.agent.didCheckpoint()
        for day in 1...4 as ClosedRange<Int64> { look(driver, day: day) }
        #expect(ids(driver) == ["a", "b"])
        driver.ask("monitoring/start", #"{"device":"a"}"#)
        driver.ask("monitoring/start", #"{"device":"b","fence":"depot"}"#)
        driver.didCommit()
        driver.agent.didCheckpoint()
        for day in 5...10 as ClosedRange<Int64> { look(driver, day: day) }
        #expect(ids(driver) == [])
    }

    @Test func `without the limit nobody is forgotten`() throws {
        let driver = AgentDriver(try Self.setup(after: nil))
        driver.fix("a", inside: true, at: 0)
        for day in 0...1000 as ClosedRange<Int64> { look(driver, day: day) }
        #expect(ids(driver) == ["a"])
    }

    @Test func `a clock that is set years ahead, and back, costs no device`() throws {
        let driver = AgentDriver(try Self.setup())
        look(driver, day: 0)
        driver.fix("a", inside: true, at: 0)
        for day in [3650, 0] as [Int64] { look(driver, day: day) }
        #expect(ids(driver) == ["a"])
    }

    @Test func `a message that a filter leaves out is a word of life too`() throws {
        var setup = try Self.setup()
        setup.sources[0] = setup.sources[0].with(filter: FixFilter(distance: 100))
        let driver = AgentDriver(setup)
        for day in 0...5 as ClosedRange<Int64> {
            look(driver, day: day)
            driver.fix("a", inside: true, at: day * Self.day)
        }
        #expect(driver.agent.port.counters.filtered == 5)
        #expect(ids(driver) == ["a"])
    }

    @Test func `a device that is set by hand stays`() throws {
        let driver = AgentDriver(try Self.setup())
        #expect(driver.refusal("device/override", #"{"device":"a","ssid":"DepotNet"}"#) == nil)
        for day in 0...5 as ClosedRange<Int64> { look(driver, day: day) }
        #expect(ids(driver) == ["a"])
    }

    @Test func `days of silence are counted on after a restart, and the time between is none`() throws {
        var (driver, store) = (AgentDriver(try Self.setup()), MemoryStore())
        look(driver, day: 0)
        for device in ["a", "b"] { driver.fix(device, inside: true, at: 0) }
        look(driver, day: 1)
        store.commit(&driver.agent, checkpoint: true)
        driver = try driver.restarted(store)
        look(driver, day: 100)
        driver.fix("b", inside: true, at: 100 * Self.day)
        #expect(ids(driver) == ["a", "b"])
        look(driver, day: 101)
        #expect(ids(driver) == ["b"])
    }

    @Test func `devices that were known before the limit count from the day it is set`() throws {
        var (driver, store) = (AgentDriver(try Self.setup(after: nil)), MemoryStore())
        driver.fix("a", inside: true, at: 0)
        store.commit(&driver.agent, checkpoint: true)
        let next = AgentDriver(try Agent.recovered(Self.setup(), stored: store.state))
        for day in 50...52 as ClosedRange<Int64> { look(next, day: day) }
        #expect(ids(next) == ["a"])
        look(next, day: 53)
        #expect(ids(next) == [])
    }

    @Test func `very many go in slices`() throws {
        let driver = AgentDriver(try Self.setup())
        look(driver, day: 0)
        for device in 0..<100 { driver.fix("d\(device)", inside: false, at: 0) }
        for day in 1...2 as ClosedRange<Int64> { look(driver, day: day) }
        driver.agent.forgetSilent(at: AgentDriver.at(3 * Self.day))
        #expect(driver.agent.tracker.engine.deviceCount == 84)
        look(driver, day: 3)
        #expect(driver.agent.tracker.engine.deviceCount == 0)
        #expect(driver.agent.port.counters.expired == 100)
    }

    @Test func `what is kept of silences is read again, and damage is known`() throws {
        var silences = Silences()
        for day in 0...9 as ClosedRange<Int64> {
            _ = silences.look(at: AgentDriver.at(day * Self.day), limit: 0)
            silences.hear(Int(day))
        }
        silences.drop(3)
        silences.didCheckpoint()
        var other = Silences()
        try other.restore(silences.bytes)
        #expect(other == silences)
        #expect(throws: DamagedBytes.self) { try other.restore([1, 0, 200]) }
    }
}
