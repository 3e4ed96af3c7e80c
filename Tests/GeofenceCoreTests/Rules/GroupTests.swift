import GeofenceCore
import Testing

/// "Groups: one enter for the first fence of the group, one exit for the last".
@Suite struct GroupTests {
    private func track(_ rules: (inout Rules) -> Void = { _ in }) throws -> Track {
        try Track(
            .circle("inner", groups: ["depots"], rules),
            .circle("outer", radius: 300, groups: ["depots", "sites"], rules),
            .circle("other")
        )
    }

    @Test func `one enter for the first fence, one exit for the last`() throws {
        let track = try track()
        try track.fix(0, beyond: 900)
        #expect(try track.group("depots") == "outside since 0")
        try track.fix(10, beyond: 100)
        #expect(try track.group("depots") == "inside since 10 in outer")
        try track.fix(20, beyond: -20)
        #expect(try track.group("depots") == "inside since 10 in inner, outer")
        try track.fix(30, beyond: 100)
        try track.fix(40, beyond: 900)
        #expect(try track.group("depots") == "outside since 40")
        #expect(
            track.told.filter { $0.contains("as group") } == [
                "enter depots 10 as group via region by position fix 100 #1",
                "enter sites 10 as group via region by position fix 100 #1",
                "exit depots 40 after 30 as group via region by position visit 10 fix 900 #2",
                "exit sites 40 after 30 as group via region by position visit 10 fix 900 #2",
            ]
        )
    }

    @Test func `from one fence of a group straight into another the device has not left the group`() throws {
        let north = try Fence(
            id: Identifier("north"),
            shape: .circle(Circle(center: Yard.place(beyond: 900), radius: 100)),
            groups: [Identifier("depots")]
        )
        let track = try Track(.circle(groups: ["depots"]), north)
        try track.fix(0, beyond: 500)
        try track.fix(10, beyond: -20)
        try track.fix(20, beyond: 900)
        #expect(try track.group("depots") == "inside since 10 in north")
        #expect(track.events.filter(\.isGroup).count == 1)
    }

    @Test func `the first thing known sets the group's status with no event`() throws {
        let track = try track()
        #expect(try track.group("depots") == "none")
        try track.fix(0, beyond: -20)
        #expect(try track.group("depots") == "inside since 0 in inner, outer")
        #expect(track.told == [])
    }

    @Test func `outside since the first thing known, be it a network or a fix`() throws {
        let track = try track()
        try track.wifi(5, "elsewhere")
        #expect(try track.group("depots") == "outside since 5")
        try track.fix(10, beyond: 900)
        #expect(try track.group("depots") == "outside since 5")
    }

    @Test func `a network that is first known enters a group that was known`() throws {
        let track = try Track(
            .circle("yard", groups: ["depots"]),
            .network("office", wifi: ["DepotNet"], groups: ["depots"])
        )
        try track.fix(0, beyond: 900)
        #expect(try track.group("depots") == "outside since 0")
        try track.wifi(10, "DepotNet")
        #expect(try track.group("depots") == "inside since 10 in office")
        try track.wifi(20, nil)
        #expect(
            track.told.filter { $0.contains("as group") } == [
                "enter depots 10 as group via wifi by wifi fix 900 #1",
                "exit depots 20 after 10 as group via wifi by wifi visit 10 fix 900 #2",
            ]
        )
    }

    @Test func `a hold holds the group too`() throws {
        let track = try track { $0.exitAfter = 30 }
        try track.fix(0, beyond: -20)
        try track.fix(10, beyond: 900)
        #expect(try track.group("depots") == "inside since 0 in inner, outer")
        track.clock(40)
        #expect(try track.group("depots") == "outside since 10")
        #expect(
            track.told.filter { $0.contains("exit depots") } == [
                "exit depots 10 after 10 as group confirmed 40 via region by timer visit 0 fix 900 #1"
            ]
        )
    }

    @Test func `a fence that goes takes the group's inside with it, if it was the last`() throws {
        let track = try track()
        try track.fix(0, beyond: 100)
        track.replace(10, try .circle("inner", groups: ["depots"]))
        #expect(
            track.told == [
                "exit outer 10 after 10 via region by removed visit 0 fix 100 #1",
                "exit depots 10 after 10 as group via region by removed visit 0 fix 100 #1",
                "exit sites 10 after 10 as group via region by removed visit 0 fix 100 #1",
            ]
        )
    }

    @Test func `a fence that joins a group sets its status with no event`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: -20)
        track.replace(10, try .circle(groups: ["depots"]))
        #expect(try track.group("depots") == "inside since 0 in depot")
        #expect(track.told == [])
    }
}
