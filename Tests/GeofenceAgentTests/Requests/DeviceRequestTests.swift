import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct DeviceRequestTests {
    private static func stamp(_ time: Int64) -> String { AgentDriver.at(time).iso8601 }

    @Test func `a device's status tells where it is, in which fences, and since when`() throws {
        let driver = try AgentDriver()
        driver.fix(inside: false, at: 0)
        driver.fix(inside: true, at: 1000)
        let time = Self.stamp(1000)
        #expect(
            driver.ask("device/status", #"{"device":"van","transaction":{"n":[1,null,"x"]}}"#)
                == #"{"status":"ok","data":{"device":"van","inside":["depot"],"latitude":52,"longitude":13,"time":"\#(time)","fences":[{"fence":"depot","status":"inside","since":"\#(time)","via":["region"],"distance":-150,"time":"\#(time)","confidence":1,"visit":"van/depot/\#(time)"}]},"transaction":{"n":[1,null,"x"]}}"#
        )
        #expect(
            driver.refusal("device/status", #"{"device":"vam"}"#)
                == "nothing has been heard of a device \"vam\"; did you mean \"van\"?"
        )
    }

    @Test func `a list of devices goes on where the last one ended`() throws {
        let driver = try AgentDriver()
        for device in ["c", "a", "b"] { driver.fix(device, inside: false, at: 0) }
        let list = driver.ask("device/list", #"{"limit":1,"after":"a"}"#)
        #expect(
            list
                == #"{"status":"ok","data":{"count":3,"devices":[{"device":"b","inside":[],"latitude":52.01,"longitude":13,"time":"\#(Self.stamp(0))"}]}}"#
        )
    }

    @Test func `an override moves the device by hand, whatever it says itself`() throws {
        let driver = try AgentDriver()
        driver.fix(inside: false, at: 0)
        _ = driver.ask("device/override", #"{"device":"van","latitude":52,"longitude":13}"#, at: 1000)
        #expect(
            driver.told.contains { $0.contains(#""event":"enter""#) && $0.contains(#""cause":"manual""#) }
        )
        driver.didCommit()
        driver.fix(inside: false, at: 2000)
        #expect(driver.told == [])
        #expect(driver.agent.port.counters.overridden == 1)
        #expect(
            driver.ask("device/override", #"{"device":"van","clear":true}"#, at: 3000)
                == #"{"status":"ok","data":{"cleared":"van"}}"#
        )
        driver.fix(inside: false, at: 4000)
        #expect(
            driver.told.contains { $0.contains(#""event":"exit""#) && $0.contains(#""cause":"position""#) }
        )
    }

    @Test func `an override of the network leaves positions to the device`() throws {
        let driver = try AgentDriver()
        driver.fix(inside: false, at: 0)
        _ = driver.ask("device/override", #"{"device":"van","ssid":"DepotNet"}"#, at: 1000)
        #expect(driver.events.first == "van/depot enter 1")
        driver.take("home/van/wifi", "Elsewhere", at: 2000)
        driver.fix(inside: false, at: 3000)
        #expect(driver.events.count { $0.hasPrefix("van") } == 1)
        #expect((driver.agent.port.counters.overridden, driver.agent.port.counters.accepted) == (1, 2))
        _ = driver.ask("device/override", #"{"device":"van","ssid":null}"#, at: 4000)
        #expect(driver.told.contains { $0.contains(#""event":"exit""#) && $0.contains(#""cause":"manual""#) })
    }

    /// The network set by hand, what the device says before and while it is, and the fences that it is in
    /// when that is cleared.
    @Test(arguments: [
        ("DepotNet", nil, nil, []), ("DepotNet", "Elsewhere", nil, []),
        ("Elsewhere", "DepotNet", nil, ["depot"]),
        ("Elsewhere", nil, "DepotNet", ["depot"]), ("DepotNet", "DepotNet", "", []),
    ])
    func `a network that was set by hand ends with the override`(
        _ network: String,
        _ before: String?,
        _ meanwhile: String?,
        _ fences: [String]
    ) throws {
        let driver = try AgentDriver()
        driver.fix(inside: false, at: 0)
        if let before { driver.take("home/van/wifi", before, at: 500) }
        _ = driver.ask("device/override", #"{"device":"van","ssid":"\#(network)"}"#, at: 1000)
        _ = driver.ask("device/override", #"{"device":"van","ssid":"\#(network)"}"#, at: 1500)
        if let meanwhile { driver.take("home/van/wifi", meanwhile, at: 2000) }
        var store = MemoryStore()
        store.commit(&driver.agent, checkpoint: true)
        let other = try driver.restarted(store)
        for agent in [driver, other] {
            _ = agent.ask("device/override", #"{"device":"van","clear":true}"#, at: 3000)
            #expect(agent.agent.tracker.engine.report(device: 0).inside.map(\.description) == fences)
        }
        if network == "DepotNet" {
            #expect(
                driver.told.contains { $0.contains(#""event":"exit""#) && $0.contains(#""cause":"manual""#) }
            )
        }
        store.commit(&driver.agent)
        let next = try driver.restarted(store)
        #expect(next.agent.tracker.engine.report(device: 0) == driver.agent.tracker.engine.report(device: 0))
    }

    @Test(arguments: [false, true])
    func `a network set by hand ends also where the agent was started anew meanwhile`(_ isCheckpoint: Bool)
        throws
    {
        let driver = try AgentDriver()
        var store = MemoryStore()
        driver.fix(inside: false, at: 0)
        driver.take("home/van/wifi", "Elsewhere", at: 500)
        _ = driver.ask("device/override", #"{"device":"van","ssid":"DepotNet"}"#, at: 1000)
        driver.take("home/van/wifi", "Cafe", at: 2000)
        store.commit(&driver.agent, checkpoint: isCheckpoint)
        let next = try driver.restarted(store)
        _ = next.ask("device/override", #"{"device":"van","clear":true}"#, at: 3000)
        #expect(next.events.filter { $0.hasPrefix("van") } == ["van/depot exit 2"])
        #expect(next.agent.tracker.engine.report(device: 0).wifi == .connected(ssid: "Cafe", bssid: nil))
    }

    @Test func `a network that waits to be sorted is the one that an override comes back to`() throws {
        var setup = try AgentDriver.setup(fences: [try AgentDriver.depot()])
        setup.stream.reorder = 15
        let driver = AgentDriver(setup)
        driver.take("home/van/wifi", "Cafe", at: 0)
        driver.ask("device/override", #"{"device":"van","ssid":"DepotNet"}"#, at: 1000)
        driver.ask("device/override", #"{"device":"van","clear":true}"#, at: 2000)
        #expect(driver.agent.tracker.engine.report(device: 0).wifi == .connected(ssid: "Cafe", bssid: nil))
    }

    @Test func `an override makes a device known`() throws {
        let driver = try AgentDriver()
        let answer = driver.ask(
            "device/override",
            #"{"device":"ghost","latitude":52,"longitude":13,"accuracy":8}"#
        )
        #expect(
            answer
                == #"{"status":"ok","data":{"device":"ghost","inside":["depot"],"latitude":52,"longitude":13,"accuracy":8,"time":"\#(Self.stamp(10_000))","override":true}}"#
        )
    }

    @Test(arguments: [
        (
            #"{"latitude":52,"longitude":13}"#,
            "\"device\" is missing; say which device, such as \"device\": \"van1\""
        ),
        (
            #"{"device":"van"}"#,
            "say where the device is, by \"latitude\" and \"longitude\", or by \"ssid\", or end it by \"clear\": true"
        ),
        (#"{"device":"van","latitude":52}"#, "a place needs both \"latitude\" and \"longitude\""),
        (#"{"device":"van","latitude":91,"longitude":13}"#, "latitude 91.0 is not within -90…90 degrees"),
        (#"{"device":"van","clear":true}"#, "\"van\" has no override; there is nothing to clear"),
        (
            #"{"device":"van","clear":true,"latitude":1,"longitude":2}"#,
            "\"clear\" ends the override, and \"latitude\" would set one; send two requests"
        ),
        (
            #"{"device":"van","clear":true,"ssid":null}"#,
            "\"clear\" ends the override, and \"ssid\" would set one; send two requests"
        ),
        (#"{"device":"van","accuracy":5,"ssid":"x"}"#, "a place needs both \"latitude\" and \"longitude\""),
        (
            #"{"device":"van","bssid":"zz"}"#,
            "\"zz\" is no address of an access point, such as aa:bb:cc:00:11:22"
        ),
    ])
    func `an override that can't be is refused`(_ payload: String, _ expected: String) throws {
        let driver = try AgentDriver()
        #expect(driver.refusal("device/override", payload) == expected)
    }

    @Test(arguments: [false, true])
    func `an override survives the end of the process`(_ checkpoint: Bool) throws {
        let driver = try AgentDriver()
        var store = MemoryStore()
        driver.fix(inside: false, at: 0)
        store.commit(&driver.agent, checkpoint: true)
        _ = driver.ask("device/override", #"{"device":"van","latitude":52,"longitude":13}"#, at: 1000)
        store.commit(&driver.agent, checkpoint: checkpoint)
        let next = try driver.restarted(store)
        #expect(next.agent.overrides == driver.agent.overrides)
        next.fix(inside: false, at: 2000)
        #expect(next.told == [])
        #expect(next.agent.tracker.engine.report(device: 0).inside.map(\.description) == ["depot"])
    }

    @Test func `a device that is forgotten takes its topics along, and begins anew`() throws {
        let driver = try AgentDriver(fences: [try AgentDriver.depot()])
        var store = MemoryStore()
        for device in ["a", "van", "z"] { driver.fix(device, inside: device != "z", at: 0) }
        store.commit(&driver.agent, checkpoint: true)
        #expect(
            driver.ask("device/forget", #"{"device":"van"}"#)
                == #"{"status":"ok","data":{"forgotten":"van"}}"#
        )
        #expect(
            driver.told == [
                "geofence/device/van ", "geofence/status/van/depot ",
                #"geofence/fence/depot {"count":1,"devices":["a"]}"#,
            ]
        )
        #expect(driver.agent.pending.isDue)
        store.commit(&driver.agent, checkpoint: true)
        let next = try driver.restarted(store)
        #expect(next.agent.tracker.engine.deviceCount == 2)
        next.fix("z", inside: true, at: 20_000)
        next.fix("van", inside: true, at: 20_000)
        #expect(next.events == ["z/depot enter 1"])
    }

    /// What a change of fences had noted of the devices was left for the checkpoint, which found one of them
    /// gone.
    @Test(arguments: [0.0, 5])
    func `a device is forgotten right behind a fence whose name has changed`(_ reorder: Double) throws {
        var setup = try AgentDriver.setup(fences: [])
        setup.stream.reorder = reorder
        let driver = AgentDriver(setup)
        var store = MemoryStore()
        for device in ["a", "b"] { driver.fix(device, inside: false, at: 0) }
        for name in ["one", "two"] {
            let fence = #"{"id":"x","name":"\#(name)","latitude":52,"longitude":13,"radius":100}"#
            #expect(driver.refusal("fence/set", fence) == nil)
        }
        #expect(driver.refusal("device/forget", #"{"device":"a"}"#) == nil)
        driver.fix("b", inside: true, at: 20_000)
        store.commit(&driver.agent, checkpoint: true)
        let next = try driver.restarted(store)
        #expect(next.agent.tracker.engine.deviceCount == 1)
        next.fix("b", inside: false, at: 30_000)
        next.agent.advance(to: AgentDriver.at(60_000))
        #expect(next.told.contains { $0.contains(#""event":"exit""#) })
    }

    @Test func `devices leave a fence that goes with one that is forgotten`() throws {
        let convoy = try Fence(
            id: Identifier("convoy"),
            shape: nil,
            follows: Follow(device: Identifier("lead"), radius: 100)
        )
        let driver = try AgentDriver(fences: [convoy])
        driver.fix("lead", inside: true, at: 0)
        driver.fix("van", inside: false, at: 0)
        driver.fix("van", inside: true, at: 1000)
        driver.didCommit()
        _ = driver.ask("device/forget", #"{"device":"lead"}"#)
        #expect(
            driver.told.contains { $0.contains(#""event":"exit""#) && $0.contains(#""cause":"removed""#) }
        )
        driver.fix("van", inside: true, at: 20_000)
        #expect(driver.agent.tracker.engine.report(device: 0).inside == [])
        #expect(driver.agent.tracker.engine.allFences == [convoy])
    }
}
