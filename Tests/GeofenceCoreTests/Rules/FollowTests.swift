import GeofenceCore
import Testing

/// "Moving fences: a circle around a device; enter and exit as either moves".
@Suite struct FollowTests {
    private func track(_ rules: (inout Rules) -> Void = { _ in }) throws -> Track {
        try Track(.following("truck", rules))
    }

    @Test func `unknown until its device has been seen, then known with no event`() throws {
        let track = try track()
        try track.fix(0, beyond: 0)
        #expect(try track.status("convoy") == "unknown")
        try track.fix(10, beyond: 50, by: "truck")
        #expect(try track.status("convoy") == "inside since 10 via region visit 10")
        #expect(track.told == [])
        #expect(try track.status("convoy", of: "truck") == "none")
    }

    @Test func `enter and exit as the device moves`() throws {
        let track = try track()
        try track.fix(0, beyond: 0, by: "truck")
        try track.fix(1, beyond: 500)
        try track.fix(10, beyond: 50)
        try track.fix(20, beyond: 150)
        #expect(
            track.told == [
                "enter convoy 10 via region by position fix 50 #1",
                "exit convoy 20 after 10 via region by position visit 10 fix 150 #2",
            ]
        )
    }

    @Test func `enter and exit as the fence moves`() throws {
        let track = try track()
        try track.fix(0, beyond: 0, by: "truck")
        try track.fix(1, beyond: 500)
        try track.fix(10, beyond: 450, by: "truck")
        track.checkpoint()
        try track.fix(20, beyond: 800, by: "truck")
        #expect(
            track.told == [
                "enter convoy 10 via region by position fix 500 #1",
                "exit convoy 20 after 10 via region by position visit 10 fix 500 #2",
            ]
        )
        #expect(track.engine.changedDevices.count == 2)
    }

    @Test func `fences that go with one device are judged by their ids, however they are given`() throws {
        for ids in [["a", "b"], ["b", "a"]] {
            let track = try Track(.following("truck", id: ids[0]), .following("truck", id: ids[1]))
            try track.fix(0, beyond: 0, by: "truck")
            try track.fix(1, beyond: 500)
            try track.fix(10, beyond: 450, by: "truck")
            #expect(track.events.map(\.fence.description) == ["a", "b"])
        }
    }

    @Test func `a hold that is over ends while the fence is still where it was`() throws {
        for ids in [["a", "b"], ["b", "a"]] {
            let rules: (inout Rules) -> Void = { $0.exitAfter = 30 }
            let track = try Track(
                .following("truck", id: ids[0], rules),
                .following("truck", id: ids[1], rules)
            )
            try track.fix(0, beyond: -100, accuracy: 5, by: "truck")
            try track.fix(1, beyond: -50, accuracy: 20)
            try track.fix(10, beyond: 30, accuracy: 20)
            try track.fix(60, beyond: 9000, accuracy: 5, by: "truck")
            #expect(track.events.map(\.confirmed) == [.second(40), .second(40)])
            for event in track.events { #expect((0.8..<0.999).contains(event.confidence), "\(event)") }
        }
    }

    @Test func `the errors of both count`() throws {
        let track = try track()
        try track.fix(0, beyond: 0, accuracy: 30, by: "truck")
        try track.fix(1, beyond: 0, accuracy: 40)
        try track.fix(10, beyond: 149, accuracy: 40)
        #expect(track.told == [])
        try track.fix(20, beyond: 151, accuracy: 40)
        #expect(track.told == ["exit convoy 20 after 19 via region by position visit 1 fix 151±40 #1"])
    }

    @Test func `a hold goes on while the fence moves`() throws {
        let track = try track { $0.exitAfter = 30 }
        try track.fix(0, beyond: 0, by: "truck")
        try track.fix(1, beyond: 0)
        try track.fix(10, beyond: 300, by: "truck")
        try track.fix(20, beyond: 50, by: "truck")
        track.clock(60)
        #expect(track.told == [])
        try track.fix(70, beyond: 300, by: "truck")
        track.clock(100)
        #expect(
            track.told == ["exit convoy 70 after 69 confirmed 100 via region by timer visit 1 fix 0 #1"]
        )
    }

    @Test func `added later it stands where its device was seen last`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: 0, by: "truck")
        try track.fix(1, beyond: 50)
        track.replace(10, try .circle(), try .following("truck"))
        #expect(try track.status("convoy") == "inside since 10 via region visit 10")
        try track.fix(20, beyond: 500, by: "truck")
        #expect(track.told.last == "exit convoy 20 after 10 via region by position visit 10 fix 50 #1")
    }

    @Test func `the fence's moves make no second fix of a vague one`() throws {
        let track = try track()
        try track.fix(0, beyond: 500, by: "truck")
        try track.fix(1, beyond: 0)
        try track.fix(10, beyond: 500, accuracy: 150)
        try track.fix(20, beyond: 501, by: "truck")
        try track.fix(30, beyond: 502, by: "truck")
        #expect(track.told == [])
        try track.fix(40, beyond: 500, accuracy: 150)
        #expect(track.told.count == 1)
    }
}
