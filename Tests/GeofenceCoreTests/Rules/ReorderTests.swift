import GeofenceCore
import Testing

/// "With reorder, fixes are held that long and sorted".
@Suite struct ReorderTests {
    private func track() throws -> Track { try Track(.circle()) { $0.reorder = 30 } }

    @Test func `a fix waits for earlier ones, then all go in order`() throws {
        let track = try track()
        #expect(try track.fix(0, beyond: 50).held)
        try track.fix(20, beyond: 60, arriving: 20)
        try track.fix(10, beyond: -20, arriving: 25)
        #expect(track.told == [])
        #expect(track.clock(50))
        #expect(
            track.told == [
                "enter depot 10 via region by position fix -20 #1",
                "exit depot 20 after 10 via region by position visit 10 fix 60 #2",
            ]
        )
        #expect(track.effects.released.map(\.outcome.accepted) == [true, true, true])
    }

    @Test func `a dump with the newest first comes out right`() throws {
        let track = try track()
        try track.fix(0, beyond: 50)
        for (second, metres) in [(300.0, 80.0), (200, -20), (100, -10), (50, 40)] {
            try track.fix(second, beyond: metres, arriving: 301)
        }
        track.clock(331)
        #expect(
            track.told == [
                "enter depot 100 via region by position fix -10 #1",
                "exit depot 300 after 200 via region by position visit 100 fix 80 #2",
            ]
        )
    }

    @Test func `timers wait as long as fixes do`() throws {
        let track = try Track(.circle { $0.exitAfter = 20 }) { $0.reorder = 30 }
        try track.fix(0, beyond: -20)
        try track.fix(40, beyond: 50)
        try track.fix(70, beyond: 50)
        track.clock(80)
        #expect(track.told == [])
        try track.fix(55, beyond: -20, arriving: 81)
        track.clock(200)
        #expect(track.told == ["exit depot 70 after 70 confirmed 90 via region by timer visit 0 fix 50 #1"])
    }

    @Test func `what comes even later is late`() throws {
        let track = try track()
        try track.fix(100, beyond: 50)
        track.clock(130)
        try track.fix(60, beyond: -20, arriving: 140)
        track.clock(170)
        #expect(track.effects.released.map(\.outcome.late) == [true])
    }

    @Test func `at the end of a recording nothing waits any longer`() throws {
        let track = try track()
        try track.fix(0, beyond: 50)
        try track.fix(10, beyond: -20)
        try track.flush()
        #expect(track.told == ["enter depot 10 via region by position fix -20 #1"])
    }
}
