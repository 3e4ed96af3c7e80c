import GeofenceCore
import Testing

@testable import geofence_agent

/// What strangers may cause has a limit: what is new beyond it is refused, and what is known goes on.
@Suite struct AgentLimitTests {
    private static func driver(_ change: (inout LimitSettings) -> Void) throws -> AgentDriver {
        var setup = try AgentDriver.setup(fences: [try AgentDriver.depot()])
        change(&setup.limits)
        return AgentDriver(setup)
    }

    @Test func `of devices`() throws {
        let driver = try Self.driver { $0.devices = 2 }
        for device in ["a", "b", "c"] { driver.fix(device, inside: false, at: 0) }
        driver.take("data", #"{"id":"d","gps":{"lat":52,"lon":13}}"#, at: 100)
        #expect(driver.agent.engine.deviceCount == 2)
        #expect(driver.agent.port.counters.limited == 2)
        #expect(driver.agent.port.counters.rejected.reduce(0, +) == 0)
        #expect(driver.agent.intake.refusals.map(\.reason) == [.limited, .limited])
        driver.fix("b", inside: true, at: 1000)
        #expect(driver.events == ["b/depot enter 1"])
    }

    @Test func `of new devices within a minute`() throws {
        let driver = try Self.driver { $0.newDevicesPerMinute = 2 }
        for (device, time) in [("a", 0), ("b", 59_000), ("c", 59_999), ("d", 60_000)] as [(String, Int64)] {
            driver.fix(device, inside: false, at: time)
        }
        #expect(driver.agent.engine.deviceIDs.map(\.description) == ["a", "b", "d"])
        #expect(driver.agent.port.counters.limited == 1)
    }

    @Test func `a clock that is set back begins another minute`() throws {
        var window = AdmissionWindow()
        let admitted = [0, 1000, -3_600_000, -3_599_000].map { window.admit(upTo: 1, at: AgentDriver.at($0)) }
        #expect(admitted == [true, false, true, false])
    }

    @Test func `of fences set at run time, but for those that are there`() throws {
        let driver = try Self.driver { $0.fencesAtRunTime = 1 }
        func set(_ id: String) -> String? {
            driver.refusal("fence/set", #"{"id":"\#(id)","latitude":52,"longitude":13,"radius":50}"#)
        }
        #expect(set("a") == nil)
        #expect(
            set("b")
                == "there would be 2 fences set at run time, and limits.fencesAtRunTime is 1; remove some first"
        )
        #expect(set("a") == nil)
    }

    @Test func `of groups of a fence`() throws {
        let driver = try Self.driver { $0.groupsPerFence = 1 }
        let fence = #"{"id":"a","latitude":52,"longitude":13,"radius":50,"groups":["g","h"]}"#
        #expect(driver.refusal("fence/set", fence) == "\"a\" has 2 groups, and limits.groupsPerFence is 1")
    }
}
