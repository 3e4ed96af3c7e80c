import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// The circles that phones are sent.
@Suite struct SetWaypointsTests {
    private static func command(_ waypoints: String...) -> String {
        #"owntracks/jo/phone/cmd {"_type":"cmd","action":"setWaypoints","waypoints":{"_type":"waypoints","_creator":"geofence-agent","waypoints":[\#(waypoints.joined(separator: ","))]}}"#
    }

    private static func waypoint(_ id: String, name: String? = nil) throws -> String {
        let stamp = OwnTracksExport.stamp(try Identifier(id))
        return
            #"{"_type":"waypoint","desc":"\#(name ?? id)","lat":52,"lon":13,"rad":150,"tst":\#(stamp),"rid":"\#(id)"}"#
    }

    @Test func `a phone is sent its circles when it is first heard of, and once`() throws {
        let fences = [
            try AgentDriver.circle("a", name: "Depot: Nord"), try AgentDriver.circle("b", devices: ["al-*"]),
            try AgentDriver.circle("c", devices: ["jo-*"]),
            try Fence(id: try Identifier("w"), shape: nil, wifi: [.ssid("W")]),
        ]
        let driver = try AgentDriver.ownTracks(fences: fences)
        #expect(driver.sent() == [])
        driver.locate(inside: false, at: 0)
        let expected = Self.command(try Self.waypoint("a", name: "Depot - Nord"), try Self.waypoint("c"))
        #expect(driver.sent() == [expected])
        #expect(driver.agent.port.remarks.map(\.of) == ["1 fences"])
        driver.locate(inside: false, at: 60_000)
        #expect(driver.sent() == [])
    }

    @Test func `nothing is sent where no circle is for the phone, or nobody asked for it`() throws {
        let driver = try AgentDriver.ownTracks(fences: [AgentDriver.circle("b", devices: ["al-*"])])
        driver.locate(inside: false, at: 0)
        #expect(driver.sent() == [])
        let quiet = try AgentDriver.ownTracks { $0.owntracks.setWaypoints = false }
        quiet.locate(inside: false, at: 0)
        #expect(quiet.sent() == [])
        #expect(!quiet.hasWork(room: 20))
    }

    @Test func `a change of its circles is sent, a change of others is not`() throws {
        let driver = try AgentDriver.ownTracks(fences: [AgentDriver.circle("a")])
        driver.locate(inside: false, at: 0)
        _ = driver.sent()
        _ = driver.ask(
            "fence/set",
            #"{"id":"z","latitude":52,"longitude":13,"radius":150,"devices":["al-*"]}"#
        )
        #expect(driver.sent() == [])
        _ = driver.ask("fence/set", #"{"id":"b","latitude":52,"longitude":13,"radius":150}"#)
        #expect(driver.sent() == [Self.command(try Self.waypoint("a"), try Self.waypoint("b"))])
        _ = driver.ask("fence/remove", #"{"id":"b"}"#)
        #expect(driver.sent() == [Self.command(try Self.waypoint("a"))])
        let other = try AgentDriver.circle("c")
        driver.agent.change({ $0.fences = [other] }, at: AgentDriver.at(20_000))
        #expect(driver.sent() == [Self.command(try Self.waypoint("c"))])
    }

    @Test func `the waypoints of its own are not sent back to it`() throws {
        let driver = try AgentDriver.ownTracks(fences: [AgentDriver.circle("a")])
        driver.locate(inside: false, at: 0)
        _ = driver.sent()
        driver.take(
            "owntracks/jo/phone/waypoint",
            #"{"_type":"waypoint","desc":"Home","lat":52,"lon":13,"rad":50,"rid":"r"}"#
        )
        driver.agent.use(driver.agent.port.settings)
        #expect(driver.sent() == [])
    }

    @Test func `a restart sends nothing again, but what has changed meanwhile`() throws {
        let driver = try AgentDriver.ownTracks(fences: [AgentDriver.circle("a")])
        var store = MemoryStore()
        store.commit(&driver.agent, checkpoint: true)
        driver.locate(inside: false, at: 0)
        driver.agent.finishWork(at: AgentDriver.at(0))
        store.commit(&driver.agent)
        for isCheckpointed in [false, true] {
            if isCheckpointed { store.commit(&driver.agent, checkpoint: true) }
            let again = try driver.restarted(store)
            #expect(again.hasWork(room: 20))
            #expect(again.sent() == [])
            #expect(!again.hasWork(room: 20))
        }
        driver.agent.port.settings.fences = [try AgentDriver.circle("b")]
        let again = try driver.restarted(store)
        again.agent.useConfiguredFences(at: AgentDriver.at(20_000))
        #expect(again.sent() == [Self.command(try Self.waypoint("b"))])
    }

    @Test func `many phones are told no faster than there is room`() throws {
        let driver = try AgentDriver.ownTracks(fences: [AgentDriver.circle("a")])
        for number in 0..<1000 { driver.locate(inside: false, at: 0, on: "owntracks/p/\(number)") }
        driver.didCommit()
        let rows = driver.agent.port.outbox.count
        driver.agent.workOnce(at: AgentDriver.at(0), room: rows + 20)
        #expect(driver.forPhones.count == 8)
        driver.agent.finishWork(at: AgentDriver.at(0), room: rows + 20)
        #expect(driver.forPhones.count == 20)
        #expect(!driver.hasWork(room: rows + 20))
        driver.agent.finishWork(at: AgentDriver.at(0))
        #expect(driver.forPhones.count == 1000)
    }

    @Test func `a phone is sent 100 circles at most, each with a stamp of its own`() throws {
        let fences = try (0..<120).map { try AgentDriver.circle("f\($0 + 1000)") }
        let driver = try AgentDriver.ownTracks(fences: fences)
        driver.locate(inside: false, at: 0)
        let sent = try #require(driver.sent().first)
        let stamps = sent.matches(of: /"tst":(\d+)/).map(\.output.1)
        #expect(stamps.count == 100 && Set(stamps).count == 100)
        #expect(sent.contains("f1099") && !sent.contains("f1100"))
    }

    @Test func `what the broker has refused is sent with the next look at all, and not before`() throws {
        let driver = try AgentDriver.ownTracks(fences: [AgentDriver.circle("a")])
        driver.locate(inside: false, at: 0)
        #expect(driver.sent().count == 1)
        driver.agent.wasRefused("owntracks/jo/phone/cmd")
        #expect(driver.sent() == [])
        driver.agent.use(driver.agent.port.settings)
        #expect(driver.sent().count == 1)
    }

    @Test func `two fences whose stamps would be the same have two`() throws {
        let (one, two) = (try Identifier("a"), try Identifier("b"))
        var taken = [OwnTracksExport.stamp(one), OwnTracksExport.stamp(two)] as Set
        #expect(OwnTracksExport.stamp(one, &taken) == OwnTracksExport.stamp(one) + 1)
    }
}
