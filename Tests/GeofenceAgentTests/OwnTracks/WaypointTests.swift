import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// The waypoints of a phone's own, which are fences for it.
@Suite struct WaypointTests {
    private static let one = "owntracks/jo/phone/waypoint"
    private static let all = "owntracks/jo/phone/waypoints"

    private static func waypoint(
        _ name: String,
        rid: String? = nil,
        tst: Int? = nil,
        radius: String = "100",
        latitude: String = "52"
    ) -> String {
        let marks = (rid.map { #","rid":"\#($0)""# } ?? "") + (tst.map { ",\"tst\":\($0)" } ?? "")
        return
            #"{"_type":"waypoint","desc":"\#(name)","lat":\#(latitude),"lon":13,"rad":\#(radius)\#(marks)}"#
    }

    private static func list(_ waypoints: String...) -> String {
        #"{"_type":"waypoints","waypoints":[\#(waypoints.joined(separator: ","))]}"#
    }

    private func driver(_ payloads: (String, String)...) throws -> AgentDriver {
        let driver = try AgentDriver.ownTracks { $0.owntracks.setWaypoints = false }
        for (topic, payload) in payloads { driver.take(topic, payload, at: 1000) }
        return driver
    }

    @Test func `a waypoint is a fence for its phone alone, of the type poi`() throws {
        let driver = try driver((Self.one, Self.waypoint("Home", rid: "9ac21f", tst: 1_700_000_000)))
        let id = try #require(driver.agent.phones[try Identifier("jo-phone")]?.waypoints.first?.fence)
        #expect(driver.personal == ["Home 100.0 jo-phone"])
        #expect(driver.agent.type(of: id) == .poi)
        #expect(driver.agent.tracker.engine.fence(id)?.origin == .waypoint)
        #expect(id.description.wholeMatch(of: /waypoint-[0-9a-f]{16}/) != nil)
        #expect(driver.agent.intake.refusals.map(\.reason) == [])
        driver.locate(inside: false, at: 2000)
        driver.locate(inside: true, at: 62_000)
        let transition = try #require(driver.forPhones.last)
        #expect(transition.contains(#""desc":"Home","rid":"9ac21f","wtst":1700000000,"#))
    }

    @Test func `a transition of a waypoint without a rid has none either`() throws {
        let driver = try driver((Self.one, Self.waypoint("Home", tst: 1_700_000_000)))
        driver.locate(inside: false, at: 2000)
        driver.locate(inside: true, at: 62_000)
        let transition = try #require(driver.forPhones.last)
        #expect(transition.contains(#""desc":"Home","wtst":1700000000,"#), "\(transition)")
    }

    @Test func `the same again changes nothing, and is not journalled`() throws {
        let driver = try driver((Self.one, Self.waypoint("Home", rid: "a", tst: 5)))
        driver.didCommit()
        driver.take(Self.one, Self.waypoint("Home", rid: "a", tst: 5), at: 2000)
        #expect(driver.agent.port.journal.bytes.isEmpty)
        #expect(driver.news == [])
    }

    @Test(arguments: [
        // By rid, else by tst.
        (waypoint("Flat", rid: "a", tst: 6, radius: "50"), ["Flat 50.0 jo-phone"]),
        (waypoint("Flat", rid: "b", tst: 5), ["Flat 100.0 jo-phone", "Home 100.0 jo-phone"]),
        (waypoint("Home", rid: "a", tst: 5, latitude: "-1000000"), []),
        (waypoint("Home", rid: "a", tst: 5, latitude: "91"), []),
        // It was a circle, and is a beacon now.
        (waypoint("Home", rid: "a", tst: 5, radius: "0"), []),
        (waypoint("Home", rid: "a", tst: 5, radius: "-1"), []),
        // Nothing that can be taken: it stays as it was.
        (waypoint("Home", rid: "a", tst: 5, radius: "\"wide\""), ["Home 100.0 jo-phone"]),
        (waypoint("Home", rid: "a", tst: 5, radius: "1e9"), ["Home 100.0 jo-phone"]),
        (#"{"_type":"waypoint","desc":"Home","rid":"a","rad":50}"#, ["Home 100.0 jo-phone"]),
        (waypoint("Flat"), ["Home 100.0 jo-phone"]),
        (waypoint("Flat", rid: String(repeating: "r", count: 129)), ["Home 100.0 jo-phone"]),
        // Numbers as texts, as some versions write them.
        (waypoint("Flat", rid: "a", radius: "\"50\"", latitude: "\"52.5\""), ["Flat 50.0 jo-phone"]),
        // The whole list.
        (list(), []),
        (list(waypoint("Flat", rid: "b")), ["Flat 100.0 jo-phone"]),
        (
            list(waypoint("Home", rid: "a", tst: 5), waypoint("Flat", tst: 7)),
            ["Flat 100.0 jo-phone", "Home 100.0 jo-phone"]
        ),
        (list(waypoint("Home", rid: "a", radius: "{}"), "7"), ["Home 100.0 jo-phone"]),
        (list(waypoint("One", rid: "b"), waypoint("Two", rid: "b")), ["One 100.0 jo-phone"]),
        (list(waypoint("One", rid: "b"), waypoint("One", rid: "b", latitude: "-1000000")), []),
        (#"[\#(waypoint("Flat", tst: 7))]"#, ["Flat 100.0 jo-phone"]),
    ])
    func `a waypoint is replaced, added or taken out`(_ payload: String, _ expected: [String]) throws {
        let before = (Self.one, Self.waypoint("Home", rid: "a", tst: 5))
        let driver = try driver(before, (payload.contains("waypoints\"") ? Self.all : Self.one, payload))
        #expect(driver.personal == expected)
        #expect(driver.agent.intake.refusals.map(\.reason) == [])
    }

    @Test(
        arguments: [
            ("", .empty), ("{", .json), ("7", .shape), ("{}", .unrelated),
            (#"{"_type":"location"}"#, .unrelated),
            (#"{"_type":"encrypted","data":"AAAA"}"#, .locked),
            (String(repeating: " ", count: 65_537), .size),
        ] as [(String, Rejection)]
    )
    func `what is no waypoint is refused`(_ payload: String, _ reason: Rejection) throws {
        let driver = try driver((Self.one, payload))
        #expect(driver.agent.intake.refusals.map(\.reason) == [reason])
    }

    @Test func `what the broker has kept may be old, and counts for nothing`() throws {
        let driver = try driver()
        driver.take(Self.one, Self.waypoint("Home", rid: "a"), retained: true)
        #expect(driver.personal == [])
        #expect(driver.agent.intake.refusals.map(\.reason) == [.unrelated])
    }

    @Test func `without the setting no waypoint is a fence, and nothing is subscribed to`() throws {
        let driver = try AgentDriver.ownTracks { $0.owntracks.waypoints = false }
        driver.take(Self.one, Self.waypoint("Home", rid: "a"))
        #expect(driver.personal == [])
        #expect(driver.agent.intake.refusals.map(\.reason) == [.topic])
        #expect(!driver.agent.filters.contains { $0.contains("waypoint") })
        driver.agent.change({ $0.owntracks.waypoints = true }, at: AgentDriver.at(0))
        #expect(
            driver.agent.filters.suffix(2) == ["owntracks/+/+/waypoint", "owntracks/+/+/waypoints"]
        )
    }

    @Test func `the same rid of two phones is two fences`() throws {
        let driver = try driver(
            (Self.one, Self.waypoint("Home", rid: "a")),
            ("owntracks/al/phone/waypoint", Self.waypoint("Home", rid: "a"))
        )
        #expect(driver.personal == ["Home 100.0 al-phone", "Home 100.0 jo-phone"])
    }

    @Test func `a name that would stand for other devices too has no waypoints`() throws {
        let driver = try driver(("owntracks/jo/*/waypoint", Self.waypoint("Home", rid: "a")))
        #expect(driver.personal == [])
        #expect(driver.agent.intake.refusals.map(\.reason) == [.id])
    }

    @Test func `a phone has 100 fences at most, be it in one list or one by one`() throws {
        let many = (0..<120).map { Self.waypoint("W\($0)", tst: 1000 + $0) }.joined(separator: ",")
        let driver = try driver((Self.all, #"{"_type":"waypoints","waypoints":[\#(many)]}"#))
        #expect(driver.personal.count == 100)
        #expect(driver.agent.port.remarks.map(\.isNotable) == [true])
        driver.take(Self.one, Self.waypoint("More", tst: 5))
        #expect(driver.personal.count == 100)
        driver.take(Self.one, Self.waypoint("Other", tst: 1000, radius: "70"))
        #expect(driver.personal.contains("Other 70.0 jo-phone") && driver.personal.count == 100)
    }

    @Test func `a phone can't take the place of another fence`() throws {
        let id = try #require(Waypoint.Mark(rid: "a").fence(of: try Identifier("jo-phone")))
        let driver = try AgentDriver.ownTracks(fences: [AgentDriver.circle(id.description, name: "Ours")])
        driver.take(Self.one, Self.waypoint("Home", rid: "a"))
        #expect(driver.agent.tracker.engine.allFences.map(\.name) == ["Ours"])
    }

    @Test func `a waypoint of the phone's own app that is one of ours is no second fence`() throws {
        let driver = try AgentDriver.ownTracks(fences: [AgentDriver.circle("depot")])
        driver.locate(inside: false, at: 0)
        #expect(driver.sent().count == 1)
        let stamp = OwnTracksExport.stamp(try Identifier("depot"))
        driver.take(
            Self.all,
            Self.list(Self.waypoint("d", rid: "depot"), Self.waypoint("d", tst: stamp)),
            at: 1000
        )
        #expect(driver.personal == [])
    }

    @Test func `fences of phones outlive a restart, and go with their device`() throws {
        let driver = try driver((Self.one, Self.waypoint("Home", rid: "a", tst: 5)))
        var store = MemoryStore()
        store.commit(&driver.agent, checkpoint: true)
        driver.take(Self.one, Self.waypoint("Flat", rid: "b"), at: 2000)
        driver.locate(inside: true, at: 3000)
        store.commit(&driver.agent)
        let again = try driver.restarted(store)
        #expect(again.personal == ["Flat 100.0 jo-phone", "Home 100.0 jo-phone"])
        #expect(again.agent.phones.all.map(\.phone) == driver.agent.phones.all.map(\.phone))
        #expect(again.agent.hasConfiguredFences == true)
        _ = again.ask("device/forget", #"{"device":"jo-phone"}"#)
        #expect(again.personal == [])
        #expect(again.agent.phones.all.map(\.id) == [])
        #expect(again.events.filter { $0.contains("exit") } == [])
        store.commit(&again.agent, checkpoint: true)
        #expect(try again.restarted(store).personal == [])
    }

    @Test func `clearing what requests have set leaves them, clearing points of interest doesn't`() throws {
        let driver = try driver((Self.one, Self.waypoint("Home", rid: "a")))
        _ = driver.ask("fence/set", #"{"id":"x","wifi":["X"]}"#)
        for type in ["custom", "poi"] {
            let list = driver.ask("fence/list", #"{"type":"\#(type)"}"#)
            #expect(list.contains(#""count":1,"#) && list.contains(#""type":"\#(type)","#), "\(list)")
        }
        _ = driver.ask("fence/clear", #"{"type":"custom"}"#)
        #expect(driver.personal == ["Home 100.0 jo-phone"])
        #expect(driver.agent.tracker.engine.slot(of: try Identifier("x")) == nil)
        _ = driver.ask("fence/clear", #"{"type":"poi"}"#)
        #expect(driver.personal == [])
        #expect(driver.agent.phones[try Identifier("jo-phone")]?.waypoints == [])
        driver.take(Self.one, Self.waypoint("Home", rid: "a"), at: 20_000)
        #expect(driver.personal == ["Home 100.0 jo-phone"])
    }

    @Test func `a fence that a person sets in the place of a waypoint is that person's`() throws {
        let driver = try driver((Self.one, Self.waypoint("Home", rid: "a")))
        let id = try #require(driver.agent.phones.owners.keys.first)
        _ = driver.ask("fence/set", #"{"id":"\#(id)","wifi":["X"]}"#)
        #expect(driver.agent.type(of: id) == .custom)
        driver.take(Self.all, Self.list(), at: 20_000)
        #expect(driver.agent.tracker.engine.slot(of: id) != nil)
    }

    @Test func `with ids from payloads the phone is the one that was heard on the topic`() throws {
        let driver = try driver()
        let pattern = try TopicPattern("owntracks/{user}/{device}")
        let template = TopicTemplate(
            pattern: pattern,
            device: try DeviceTemplate("$.tid", variables: pattern.variables)
        )
        let decoder = PayloadDecoder(Source(topic: template, format: .owntracks))
        driver.agent.port.settings.sources[1] = AgentSettings.Source(template: template, decoder: decoder)
        driver.take(Self.one, Self.waypoint("Home", rid: "a"))
        #expect(driver.agent.intake.refusals.map(\.reason) == [.missing])
        driver.locate(inside: false, at: 0, more: #","tid":"j1""#)
        driver.take(Self.one, Self.waypoint("Home", rid: "a"))
        #expect(driver.personal == ["Home 100.0 j1"])
    }
}
