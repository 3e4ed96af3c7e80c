import GeofenceCore
import Testing

/// A group is stale while a silence leaves none of its fences that is known to hold the device.
@Suite struct GroupStaleTests {
    /// Two fences of a group, each with a time after which it is stale, if any, and another group.
    private func track(inner: Double? = 60, outer: Double? = 90) throws -> Track {
        try Track(
            .circle("inner", groups: ["depots"]) { $0.staleAfter = inner },
            .circle("outer", radius: 300, groups: ["depots"]) { $0.staleAfter = outer },
            .circle("calm", groups: ["calms"])
        )
    }

    @Test func `it stays inside until the last of its fences is stale, and then is unknown with no exit`()
        throws
    {
        let track = try track()
        try track.fix(0, beyond: -20)
        track.clock(60)
        #expect(try track.group("depots") == "inside since 0 in outer")
        #expect(track.reportedGroups == ["van/depots"])
        track.clock(89.999)
        #expect(track.reportedGroups == [])
        track.clock(90)
        #expect(try track.group("depots") == "unknown, stale")
        #expect(track.reportedGroups == ["van/depots"])
        #expect(try track.group("calms") == "inside since 0 in calm")
        #expect(track.told == [])
    }

    @Test func `the next fix decides: inside, the same visit goes on`() throws {
        let track = try track()
        try track.fix(0, beyond: -20)
        track.clock(500)
        try track.fix(1000, beyond: -30)
        #expect(try track.group("depots") == "inside since 0 in inner, outer")
        #expect(track.reportedGroups == ["van/depots"])
        #expect(track.told == [])
    }

    @Test func `the next fix decides: outside is an exit then`() throws {
        let track = try track()
        try track.fix(0, beyond: -20)
        track.clock(500)
        try track.fix(1000, beyond: 900)
        #expect(try track.group("depots") == "outside since 1000")
        #expect(
            track.told.filter { $0.contains("depots") } == [
                "exit depots 1000 after 1000 as group via region by position visit 0 fix 900 #1"
            ]
        )
    }

    @Test func `a fence that is stale but did not hold the device says nothing of the group`() throws {
        let track = try track(outer: nil)
        try track.fix(0, beyond: 100)
        track.clock(500)
        #expect(try track.group("depots") == "inside since 0 in outer")
        try track.fix(1000, beyond: 900)
        track.clock(2000)
        #expect(try track.group("depots") == "outside since 1000")
    }

    @Test func `where the last fence known to hold the device lets it go, a stale one is left`() throws {
        let track = try Track(
            .circle("depot", groups: ["depots"]) { $0.staleAfter = 60 },
            .network(groups: ["depots"]) { $0.wifiExpiry = 90 }
        )
        try track.fix(0, beyond: -20, wifi: "Lounge")
        track.clock(60)
        #expect(try track.group("depots") == "inside since 0 in lounge")
        track.clock(91)
        #expect(try track.group("depots") == "unknown, stale")
        #expect(track.reportedGroups == ["van/depots"])
        #expect(track.events.filter(\.isGroup) == [])
    }

    @Test func `where silence no longer matters the group is told to be inside again`() throws {
        let track = try track()
        try track.fix(0, beyond: -20)
        track.clock(500)
        let calm = Rules()
        track.replace(
            600,
            try .circle("inner", groups: ["depots"]) { $0 = calm },
            try .circle("outer", radius: 300, groups: ["depots"]) { $0 = calm }
        )
        #expect(try track.group("depots") == "inside since 0 in inner, outer")
        #expect(track.reportedGroups.contains("van/depots"))
        #expect(track.events.filter(\.isGroup).map(\.fence.description) == ["calms"])
    }

    @Test func `it is as stale after a restart`() throws {
        let run = Run([try .circle(groups: ["depots"]) { $0.staleAfter = 60 }])
        let fix = Fix(coordinate: try Yard.middle())
        run.take(
            .observe(
                Observation(time: .second(0), arrival: .second(0), fix: fix),
                device: try Identifier("van")
            )
        )
        run.take(.advance(.second(60)))
        let report = try run.restarted().groups["van/depots"]
        #expect(report == run.groups["van/depots"])
        #expect(report?.isStale == true)
    }
}
