import GeofenceCore
import Testing

@testable import AgentTestSupport
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
        #expect(driver.agent.tracker.engine.deviceCount == 2)
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
        #expect(driver.agent.tracker.engine.deviceIDs.map(\.description) == ["a", "b", "d"])
        #expect(driver.agent.port.counters.limited == 1)
    }

    @Test func `of devices that somebody puts somewhere by hand`() throws {
        let driver = try Self.driver { ($0.devices, $0.newDevicesPerMinute) = (3, 2) }
        func put(_ device: String, at time: Int64) -> String? {
            driver.refusal("device/override", #"{"device":"\#(device)","ssid":"DepotNet"}"#, at: time)
        }
        #expect(put("a", at: 0) == nil)
        #expect(put("b", at: 0) == nil)
        let start = #""c" is new, and limits.devices or limits.newDevicesPerMinute lets no more"#
        #expect(put("c", at: 0)?.hasPrefix(start) == true)
        #expect(put("c", at: 60_000) == nil)
        #expect(put("d", at: 120_000) != nil)
        #expect(put("a", at: 120_000) == nil)
        #expect(driver.agent.tracker.engine.deviceCount == 3)
        #expect(driver.agent.port.counters.limited == 2)
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
        #expect(driver.agent.port.counters.limited == 1)
    }

    @Test func `of fences set at run time: none that is known, and none that a zone has become`() throws {
        let driver = try Self.driver { $0.fencesAtRunTime = 2 }
        func set(_ id: String) -> String? {
            driver.refusal("fence/set", #"{"id":"\#(id)","latitude":52,"longitude":13,"radius":50}"#)
        }
        #expect(set("a") == nil && set("home-van") == nil)
        let van = try Identifier("van")
        let home = ZoneFence(device: van, zone: AgentDriver.at(0), label: .home)
        driver.agent.keepOrigin(home, of: try Identifier("home-van"))
        #expect(set("b") == nil)
        #expect(set("c") != nil)
        #expect(set("home-van") != nil)
        driver.agent.port.settings.limits.fencesAtRunTime = 1
        #expect(set("a") == nil)
    }

    @Test func `of groups of a fence`() throws {
        let driver = try Self.driver { $0.groupsPerFence = 1 }
        let fence = #"{"id":"a","latitude":52,"longitude":13,"radius":50,"groups":["g","h"]}"#
        #expect(driver.refusal("fence/set", fence) == "\"a\" has 2 groups, and limits.groupsPerFence is 1")
    }

    @Test func `of devices of one source, over a restart too`() throws {
        let driver = try Self.driver { $0.devicesPerSource = 2 }
        for device in ["a", "b", "c"] { driver.fix(device, inside: false, at: 0) }
        driver.take("home/d/wifi", "DepotNet")
        driver.take("home/a/wifi", "Elsewhere")
        let ids = driver.agent.tracker.engine.deviceIDs.map(\.description)
        #expect(ids == ["a", "b", "d"])
        #expect(driver.agent.port.counters.limited == 1)
        #expect(driver.refusal("device/forget", #"{"device":"a"}"#) == nil)
        driver.fix("e", inside: false, at: 20_000)
        driver.fix("f", inside: false, at: 20_000)
        #expect(driver.agent.tracker.engine.deviceCount == 3)
        var store = MemoryStore()
        store.commit(&driver.agent, checkpoint: true)
        let next = try driver.restarted(store)
        next.fix("g", inside: false, at: 30_000)
        next.take("home/h/wifi", "DepotNet", at: 30_000)
        let later = next.agent.tracker.engine.deviceIDs.map(\.description).sorted()
        #expect(later == ["b", "d", "e", "h"])
    }

    @Test func `of a phone's waypoints`() throws {
        let driver = try AgentDriver.ownTracks { $0.limits.waypointsPerDevice = 2 }
        driver.locate(inside: false, at: 0)
        for (name, time) in [("a", 1), ("b", 2), ("c", 3)] {
            driver.take(
                "owntracks/jo/phone/waypoint",
                #"{"_type":"waypoint","desc":"\#(name)","lat":52,"lon":13,"rad":100,"rid":"\#(name)","tst":\#(time)}"#
            )
        }
        #expect(driver.personal.map { $0.prefix(1) } == ["a", "b"])
        #expect(driver.agent.port.counters.limited == 1)
        #expect(
            driver.agent.port.remarks.map(\.text) == [
                "a phone has more than 2 waypoints (limits.waypointsPerDevice); the others are no fences"
            ]
        )
    }

    @Test func `of a request's bytes`() throws {
        let driver = try Self.driver { $0.requestBytes = 1024 }
        let blank = String(repeating: " ", count: 1024)
        #expect(
            driver.refusal("device/list", "{}" + blank)
                == "the payload has 1026 bytes; at most 1024 are taken (limits.requestBytes), so send it in parts"
        )
        #expect(driver.refusal("device/list", "{}" + blank.dropLast(2)) == nil)
        #expect(driver.agent.port.counters.limited == 1)
    }
}
