import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// A clock that is set back, and devices without stamps of their own.
@Suite struct ClockSetBackTests {
    private static let hour: Int64 = 3_600_000
    private let driver: AgentDriver

    init() throws {
        driver = try AgentDriver(fences: [
            AgentDriver.depot { rules in
                rules.exitAfter = 20
                rules.dwell = [300]
            }
        ])
    }

    private func take(_ isInside: Bool, at time: Int64) {
        driver.take("fleet/van/location", isInside ? "52,13" : "52.01,13", at: time)
    }

    private func advance(to time: Int64) { driver.agent.advance(to: AgentDriver.at(time)) }

    @Test func `a hold ends when it would have, where the device goes on to report`() {
        take(true, at: 100_000)
        take(false, at: 110_000)
        take(false, at: 111_000 - Self.hour)
        take(false, at: 120_000 - Self.hour)
        advance(to: 128_000 - Self.hour)
        #expect(driver.events == [])
        advance(to: 132_000 - Self.hour)
        #expect(driver.events == ["van/depot exit 1"])
    }

    @Test func `timers run on where the device says nothing more`() throws {
        take(true, at: 100_000)
        take(false, at: 110_000)
        driver.agent.clockWasSetBack(byMilliseconds: Self.hour)
        advance(to: 129_000 - Self.hour)
        #expect(driver.events == [])
        advance(to: 130_000 - Self.hour)
        #expect(driver.events == ["van/depot exit 1"])
    }

    @Test func `a device's own time goes on from where it was, over a restart too`() throws {
        take(false, at: 90_000)
        take(true, at: 100_000)
        driver.agent.clockWasSetBack(byMilliseconds: Self.hour)
        take(true, at: 110_000 - Self.hour)
        var store = MemoryStore()
        store.commit(&driver.agent)
        let next = AgentDriver(try Agent.recovered(driver.agent.port.settings, stored: store.state))
        next.take("fleet/van/location", "52.01,13", at: 120_000 - Self.hour)
        next.agent.advance(to: AgentDriver.at(140_000 - Self.hour))
        let exit = next.news.first { $0.contains("\"exit\"") } ?? ""
        #expect(exit.contains(#""time":"\#(AgentDriver.at(120_000).iso8601)""#), "\(exit)")
        #expect(exit.contains(#""duration":20"#), "\(exit)")
    }

    @Test func `a dwell comes when it would have`() throws {
        take(false, at: 90_000)
        take(true, at: 100_000)
        driver.agent.clockWasSetBack(byMilliseconds: 24 * Self.hour)
        advance(to: 399_000 - 24 * Self.hour)
        #expect(driver.events.count == 1)
        advance(to: 400_000 - 24 * Self.hour)
        #expect(driver.events.last == "van/depot dwell 2")
    }

    @Test(arguments: [(0, nil), (-1999, nil), (-2001, 2001), (-3_600_000, 3_600_000), (5000, nil)])
    func `a clock that was set back is told from one that drifts`(_ change: Int64, _ step: Int64?) {
        var watch = ClockWatch()
        #expect(watch.step(AgentDriver.at(0), 500) == nil)
        #expect(watch.step(AgentDriver.at(1000 + change), 1500) == step)
        #expect(watch.step(AgentDriver.at(2000 + change), 2500) == nil)
    }
}
