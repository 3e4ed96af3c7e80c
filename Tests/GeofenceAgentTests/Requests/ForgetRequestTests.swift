import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What is left of the other devices when one is forgotten.
@Suite struct ForgetRequestTests {
    private static func fence(_ name: String) -> String {
        #"{"id":"x","name":"\#(name)","latitude":52,"longitude":13,"radius":100}"#
    }

    /// Once the numbers of devices changed with each forget, and those that a renamed fence had left over
    /// trapped in the next checkpoint.
    @Test(arguments: [0, 30] as [Double])
    func `a checkpoint can follow a renamed fence, a forgotten device and a position`(_ reorder: Double)
        throws
    {
        var setup = try AgentDriver.setup(fences: [try AgentDriver.depot()])
        setup.stream.reorder = reorder
        var (driver, store) = (AgentDriver(setup), MemoryStore())
        driver.fix("a", inside: false, at: 0)
        driver.fix("b", inside: false, at: 0)
        for (name, time) in [("one", 1000), ("two", 2000)] as [(String, Int64)] {
            #expect(driver.refusal("fence/set", Self.fence(name), at: time) == nil)
        }
        #expect(driver.refusal("device/forget", #"{"device":"a"}"#, at: 3000) == nil)
        driver.fix("b", inside: true, at: 4000)
        store.commit(&driver.agent, checkpoint: true)
        let next = try driver.restarted(store)
        for time in [5000, 60_000] as [Int64] {
            driver.fix("b", inside: false, at: time)
            next.fix("b", inside: false, at: time)
        }
        #expect(next.told == driver.told && next.told != [])
        #expect(next.agent.tracker.engine.deviceCount == 1)
    }

    @Test func `names the damaged stores and copies that may still have the device`() throws {
        let driver = try AgentDriver()
        let folder = try StoreFolder()
        for name in ["", ".damaged-2026-01-02", ".damaged-2026-01-01", ".damaged-2026-01-01-wal", ".new"] {
            #expect(FileManager.default.createFile(atPath: folder.path + name, contents: nil))
        }
        let path = folder.path
        driver.agent.past.damagedStores = { Store.setAside(path) }
        driver.fix("a", inside: false, at: 0)
        #expect(
            driver.ask("device/forget", #"{"device":"a"}"#)
                == #"{"status":"ok","data":{"forgotten":"a","damagedStores":["agent.sqlite.damaged-2026-01-01","agent.sqlite.damaged-2026-01-02"]}}"#
        )
        driver.fix("b", inside: false, at: 0)
        driver.agent.past.damagedStores = { [] }
        driver.agent.past.copies = { StoreCopy.left(besides: path) }
        #expect(
            driver.ask("device/forget", #"{"device":"b"}"#)
                == #"{"status":"ok","data":{"forgotten":"b"}}"#
        )
        driver.fix("c", inside: false, at: 0)
        #expect(FileManager.default.createFile(atPath: StoreCopy.path(of: path), contents: nil))
        #expect(
            driver.ask("device/forget", #"{"device":"c"}"#)
                == #"{"status":"ok","data":{"forgotten":"c","copies":["agent.sqlite.backup"]}}"#
        )
    }

    @Test func `a device that has never been heard of takes its itineraries with it`() throws {
        let driver = try AgentDriver()
        let stops = #"[{"latitude":52,"longitude":13},{"latitude":52.1,"longitude":13}]"#
        let set = driver.ask("itinerary/set", #"{"id":"tour","device":"anna","stops":\#(stops)}"#)
        #expect(set.hasPrefix(#"{"status":"ok""#), "\(set)")
        #expect(driver.refusal("device/forget", #"{"device":"bert"}"#) != nil)
        #expect(driver.refusal("device/forget", #"{"device":"anna"}"#) == nil)
        #expect(driver.agent.itineraries.isEmpty && driver.agent.runtimeFences.isEmpty)
        #expect(driver.news.contains("geofence/itinerary/tour "))
        #expect(driver.refusal("device/forget", #"{"device":"anna"}"#) != nil)
    }
}
