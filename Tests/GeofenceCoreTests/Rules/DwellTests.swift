import GeofenceCore
import Testing

/// "`dwell`: one event per value and visit, that many seconds after the enter, if the device is still
/// inside".
@Suite struct DwellTests {
    @Test func `one event per value, at its moment, with no further message`() throws {
        let track = try Track(.circle { $0.dwell = [60, 300] })
        try track.fix(0, beyond: 50)
        try track.fix(10, beyond: -20)
        track.clock(69.999)
        track.clock(70)
        track.clock(1000)
        #expect(
            track.told == [
                "enter depot 10 via region by position fix -20 #1",
                "dwell 60 depot 70 via region by timer visit 10 fix -20 #2",
                "dwell 300 depot 310 via region by timer visit 10 fix -20 #3",
            ]
        )
    }

    @Test func `each visit has its own`() throws {
        let track = try Track(.circle { $0.dwell = [60] })
        try track.fix(0, beyond: 50)
        try track.fix(10, beyond: -20)
        try track.fix(100, beyond: 50)
        try track.fix(200, beyond: -20)
        track.clock(260)
        #expect(
            track.told == [
                "enter depot 10 via region by position fix -20 #1",
                "dwell 60 depot 70 via region by timer visit 10 fix -20 #2",
                "exit depot 100 after 90 via region by position visit 10 fix 50 #3",
                "enter depot 200 via region by position fix -20 #4",
                "dwell 60 depot 260 via region by timer visit 200 fix -20 #5",
            ]
        )
    }

    @Test func `after since, where the visit began without an event`() throws {
        let track = try Track(.circle { $0.dwell = [60] })
        try track.fix(10, beyond: -20)
        track.clock(70)
        #expect(track.told == ["dwell 60 depot 70 via region by timer visit 10 fix -20 #1"])
    }

    @Test func `none once the device has left`() throws {
        let track = try Track(.circle { $0.dwell = [60] })
        try track.fix(0, beyond: -20)
        try track.fix(59.999, beyond: 50)
        track.clock(1000)
        #expect(track.told == ["exit depot 59.999 after 59.999 via region by position visit 0 fix 50 #1"])
    }

    @Test func `at the very moment of an exit it comes first, for the clock goes before the observation`()
        throws
    {
        let track = try Track(.circle { $0.dwell = [60] })
        try track.fix(0, beyond: -20)
        try track.fix(60, beyond: 50)
        #expect(
            track.told == [
                "dwell 60 depot 60 via region by timer visit 0 fix -20 #1",
                "exit depot 60 after 60 via region by position visit 0 fix 50 #2",
            ]
        )
    }

    @Test func `while an exit is held the device still is inside`() throws {
        let track = try Track(
            .circle {
                $0.dwell = [60]
                $0.exitAfter = 30
            }
        )
        try track.fix(0, beyond: -20)
        try track.fix(50, beyond: 50)
        track.clock(80)
        #expect(
            track.told == [
                "dwell 60 depot 60 via region by timer visit 0 fix 50 #1",
                "exit depot 50 after 50 confirmed 80 via region by timer visit 0 fix 50 #2",
            ]
        )
    }

    @Test func `where a hold ends at that moment the exit is first, and there is no dwell`() throws {
        let track = try Track(
            .circle {
                $0.dwell = [60]
                $0.exitAfter = 30
            }
        )
        try track.fix(0, beyond: -20)
        try track.fix(30, beyond: 50)
        track.clock(100)
        #expect(
            track.told == ["exit depot 30 after 30 confirmed 60 via region by timer visit 0 fix 50 #1"]
        )
    }

    @Test func `it counts from the time of the enter, not from when that was confirmed`() throws {
        let track = try Track(
            .circle {
                $0.dwell = [10, 60]
                $0.enterAfter = 30
            }
        )
        try track.fix(0, beyond: 50)
        try track.fix(5, beyond: -20)
        track.clock(100)
        #expect(
            track.told == [
                "enter depot 5 confirmed 35 via region by timer fix -20 #1",
                "dwell 10 depot 15 via region by timer visit 5 fix -20 #2",
                "dwell 60 depot 65 via region by timer visit 5 fix -20 #3",
            ]
        )
    }
}
