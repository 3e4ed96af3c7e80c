import GeofenceCore
import Testing

/// "Speed limits per fence: speeding and speeding-end, from the reported speed or from consecutive fixes".
@Suite struct SpeedTests {
    private func track(for seconds: Double = 0) throws -> Track {
        let track = try Track(
            .circle(radius: 5000) {
                $0.speedLimit = 30
                $0.speedFor = seconds
            }
        )
        try track.fix(0, beyond: 0, speed: 10)
        return track
    }

    @Test func `above the limit by the reported speed, until it is no longer`() throws {
        let track = try track()
        try track.fix(10, beyond: 10, speed: 30)
        try track.fix(20, beyond: 20, speed: 30.1)
        try track.fix(30, beyond: 30, speed: 50)
        try track.fix(40, beyond: 40, speed: 30)
        #expect(
            track.told == [
                "speeding 30 over 30 depot 20 via region by position visit 0 fix 20 #1",
                "speeding-end depot 40 after 20 top 50 via region by position visit 0 fix 40 #2",
            ]
        )
        #expect(track.events.map { $0.id.suffix(14) } == ["00Z/speeding-1", "speeding-end-1"])
    }

    @Test func `speedFor: only where it lasts, stamped when it began, confirmed when it had lasted`() throws {
        let track = try track(for: 10)
        try track.fix(10, beyond: 10, speed: 40)
        try track.fix(15, beyond: 10, speed: 20)
        try track.fix(20, beyond: 10, speed: 40)
        try track.fix(29, beyond: 10, speed: 60)
        #expect(track.told == [])
        try track.fix(30, beyond: 10, speed: 50)
        #expect(
            track.told == [
                "speeding 60 over 30 depot 20 confirmed 30 via region by position visit 0 fix 10 #1"
            ]
        )
    }

    @Test func `from consecutive fixes where none is reported`() throws {
        let track = try track()
        try track.fix(10, beyond: 100)
        #expect(track.told == ["speeding 36 over 30 depot 10 via region by position visit 0 fix 100 #1"])
        try track.fix(20, beyond: 110)
        #expect(
            track.told.last
                == "speeding-end depot 20 after 10 top 36 via region by position visit 0 fix 110 #2"
        )
    }

    @Test func `the way in does not count`() throws {
        let track = try Track(.circle { $0.speedLimit = 30 })
        try track.fix(0, beyond: 1000)
        try track.fix(10, beyond: -20)
        try track.fix(11, beyond: -21)
        #expect(track.told == ["enter depot 10 via region by position fix -20 #1"])
    }

    @Test func `leaving ends it, before the exit`() throws {
        let track = try Track(.circle { $0.speedLimit = 30 })
        try track.fix(0, beyond: -20)
        try track.fix(10, beyond: -10, speed: 90)
        try track.fix(20, beyond: 300, speed: 90)
        #expect(
            track.told.dropFirst() == [
                "speeding-end depot 20 after 10 top 90 via region by position visit 0 fix 300 #2",
                "exit depot 20 after 20 via region by position visit 0 fix 300 #3",
            ]
        )
    }

    @Test func `a second time in one visit has an id of its own, and the next visit counts anew`() throws {
        let track = try track()
        for second in [10.0, 30] {
            try track.fix(second, beyond: 10, speed: 40)
            try track.fix(second + 10, beyond: 10, speed: 20)
        }
        #expect(track.events.map { $0.id.suffix(2) } == ["-1", "-1", "-2", "-2"])
    }

    @Test func `outside, while an exit is held, no speed is too high`() throws {
        let track = try Track(
            .circle("depot") {
                $0.speedLimit = 30
                $0.exitAfter = 60
            }
        )
        try track.fix(0, beyond: -20, speed: 90)
        try track.fix(10, beyond: 50, speed: 20)
        try track.fix(20, beyond: 300, speed: 80)
        track.clock(70)
        #expect(
            track.told == [
                "speeding 90 over 30 depot 0 via region by position visit 0 fix -20 #1",
                "speeding-end depot 10 after 10 top 90 via region by position visit 0 fix 50 #2",
                "exit depot 10 after 10 confirmed 70 via region by timer visit 0 fix 300 #3",
            ]
        )
    }

    @Test func `a limit that is lifted ends it with the next fix`() throws {
        let track = try track()
        try track.fix(10, beyond: 10, speed: 40)
        track.replace(15, try .circle(radius: 5000))
        try track.fix(20, beyond: 10, speed: 50)
        #expect(
            track.told.last
                == "speeding-end depot 20 after 10 top 40 via region by position visit 0 fix 10 #2"
        )
    }

    @Test func `a fence that moves away from a device ends it, with no exit`() throws {
        let fences = try ["b", "a"].map { id in try Fence.circle(id) { $0.speedLimit = 30 } }
        let track = try Track(fences[0], fences[1])
        try track.fix(0, beyond: -20, speed: 90)
        track.replace(
            15,
            try .circle("b", radius: 10) { $0.speedLimit = 30 },
            try .circle("a", radius: 10) { $0.speedLimit = 30 }
        )
        #expect(
            track.told.dropFirst(2) == [
                "speeding-end a 15 after 15 top 90 via region by removed visit 0 fix -20 #2",
                "speeding-end b 15 after 15 top 90 via region by removed visit 0 fix -20 #2",
            ]
        )
        #expect(try track.status("a") == "outside since 15")
    }

    @Test func `a fence that moves and still holds the device lets it go on`() throws {
        let track = try track()
        try track.fix(10, beyond: 10, speed: 40)
        track.replace(15, try .circle(radius: 4000) { $0.speedLimit = 30 })
        #expect(track.told.count == 1)
        try track.fix(20, beyond: 10, speed: 20)
        #expect(track.events.count == 2)
    }
}
