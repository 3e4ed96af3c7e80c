@testable import GeofenceCore
import Testing

/// A group is there for the devices that one of its fences is for, and for no others.
@Suite struct GroupFilterTests {
    @Test func `for a device that none of its fences is for the group has no status`() throws {
        let track = try Track(
            .circle("a", devices: ["van"], groups: ["vans", "all"]),
            .circle("b", groups: ["all"])
        )
        try track.fix(0, beyond: 50, by: "bike")
        #expect(track.reportedGroups == ["bike/all"])
        let bike = try track.device("bike")
        #expect(track.engine.reportedGroups(device: bike).map(\.description) == ["all"])
        let reported = try ["vans", "all"].map { group in
            track.engine.isReported(.init(device: bike, group: try Identifier(group)))
        }
        #expect(reported == [false, true])
    }

    @Test(arguments: [100, 0])
    func `a filter that comes to leave a device out takes its status along`(_ reportAllUpTo: Int) throws {
        let track = try Track(.circle(groups: ["depots"]), reportAllUpTo: reportAllUpTo)
        try track.fix(0, beyond: -20)
        try track.fix(0, beyond: -20, by: "bike")
        track.replace(10, try .circle(devices: ["bike"], groups: ["depots"]))
        #expect(track.clearedGroups == ["van/depots"])
        #expect(track.reportedGroups == [])
        #expect(track.events.map(\.fence.description) == ["depot", "depots"])
        track.replace(20, try .circle(groups: ["depots"]))
        #expect(track.clearedGroups == [])
        #expect(track.reportedGroups == ["van/depots"])
    }

    @Test func `a fence that goes takes the status along where those that stay are for others`() throws {
        let bikes = try Fence.circle("bikes", devices: ["bike"], groups: ["depots"])
        let track = try Track(.circle(groups: ["depots"]), bikes)
        try track.fix(0, beyond: 50)
        track.replace(10, bikes)
        #expect(track.clearedGroups == ["van/depots"])
        #expect(track.told == [])
    }

    @Test func `a group that goes takes its statuses along, each once`() throws {
        let track = try Track(.circle(groups: ["depots"]))
        try track.fix(0, beyond: -20)
        try track.fix(0, beyond: 50, by: "bike")
        track.replace(10, try .circle())
        #expect(track.clearedGroups == ["bike/depots", "van/depots"])
        #expect(track.reportedGroups == [])
        track.replace(20, try .circle("other"))
        #expect(track.clearedGroups == [])
    }

    @Test func `with more fences than are all told, only groups that a device has been inside stay told`()
        throws
    {
        let (near, far) = try (Fence.circle("near", groups: ["ins"]), Fence.network("far", groups: ["outs"]))
        let track = try Track(near, far, reportAllUpTo: 2)
        try track.fix(0, beyond: -20)
        track.replace(10, near, far, try .circle("third"))
        #expect(track.clearedGroups == ["van/outs"])
        track.replace(20, near, far)
        #expect(track.clearedGroups == [])
        #expect(track.reportedGroups == ["van/outs"])
    }
}
