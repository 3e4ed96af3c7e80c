import GeofenceCore
import Testing

/// "Status never moves backwards; with lateEvents a late batch yields the enters and exits it proves, with
/// their true times".
@Suite struct LateEventTests {
    /// Outside at 0, then nothing until 1000.
    private func track(_ then: Double, _ rules: (inout Rules) -> Void = { _ in }) throws -> Track {
        let track = try Track(.circle("depot", rules)) { $0.lateEvents = true }
        try track.fix(0, beyond: 500)
        try track.fix(1000, beyond: then)
        return track
    }

    @Test func `a visit that only the late fixes show, the newest first`() throws {
        let track = try track(600)
        for (second, metres) in [(900.0, 80.0), (500, -10), (300, -20), (200, 40)] {
            #expect(try track.fix(second, beyond: metres, arriving: 1001).late)
        }
        #expect(track.told == [])
        #expect(track.clock(1061))
        #expect(
            track.told == [
                "enter depot 300 late via region by position fix -20 #1",
                "exit depot 900 after 600 late via region by position visit 300 fix 80 #2",
            ]
        )
        #expect(try track.status() == "outside since 0")
        #expect(track.events.map { $0.id.split(separator: "/").last } == ["enter-late", "exit-late"])
    }

    @Test func `an enter that has been told is not told again`() throws {
        let track = try track(-20)
        try track.fix(500, beyond: -10, arriving: 1001)
        track.clock(1100)
        #expect(track.told == ["enter depot 1000 via region by position fix -20 #1"])
    }

    @Test func `a visit before one that has been told`() throws {
        let track = try track(-20)
        try track.fix(300, beyond: -10, arriving: 1001)
        try track.fix(400, beyond: 50, arriving: 1002)
        track.clock(1100)
        #expect(
            track.told.dropFirst() == [
                "enter depot 300 late via region by position fix -10 #2",
                "exit depot 400 after 100 late via region by position visit 300 fix 50 #3",
            ]
        )
        #expect(try track.status() == "inside since 1000 via region visit 1000")
    }

    @Test func `a break in a visit: it goes on as the visit that began after it`() throws {
        let track = try Track(.circle()) { $0.lateEvents = true }
        try track.fix(0, beyond: 500)
        try track.fix(10, beyond: -20)
        try track.fix(1000, beyond: -20)
        try track.fix(300, beyond: 90, arriving: 1001)
        try track.fix(400, beyond: -30, arriving: 1002)
        track.clock(1100)
        #expect(
            track.told.dropFirst() == [
                "exit depot 300 after 290 late via region by position visit 10 fix 90 #2",
                "enter depot 400 late via region by position fix -30 #3",
            ]
        )
        #expect(try track.status() == "inside since 400 via region visit 400")
        try track.fix(1200, beyond: 50)
        #expect(track.told.last == "exit depot 1200 after 800 via region by position visit 400 fix 50 #4")
    }

    @Test func `the visit that began after a break has dwell times of its own`() throws {
        let track = try Track(.circle { $0.dwell = [60, 300] }) { $0.lateEvents = true }
        try track.fix(0, beyond: 500)
        try track.fix(10, beyond: -20)
        try track.fix(311, beyond: -20)
        track.clock(320)
        try track.fix(100, beyond: 90, arriving: 321)
        try track.fix(200, beyond: -30, arriving: 322)
        track.clock(600)
        #expect(
            track.told.filter { $0.contains("dwell") } == [
                "dwell 60 depot 70 via region by timer visit 10 fix -20 #2",
                "dwell 300 depot 310 via region by timer visit 10 fix -20 #3",
                "dwell 60 depot 260 via region by timer visit 200 fix -20 #6",
                "dwell 300 depot 500 via region by timer visit 200 fix -20 #7",
            ]
        )
    }

    /// A hold of the exit that is under way may have begun before the visit that goes on.
    @Test func `no visit ends before it began anew`() throws {
        let track = try Track(.circle { $0.exitAfter = 80 }) { $0.lateEvents = true }
        try track.fix(0, beyond: 500)
        try track.fix(10, beyond: -20)
        try track.fix(100, beyond: 500)
        try track.fix(110, beyond: 500)
        try track.fix(20, beyond: 500, arriving: 111)
        try track.fix(105, beyond: -20, arriving: 112)
        track.clock(175)
        #expect(try track.status() == "inside since 105 via region visit 105")
        track.clock(400)
        #expect(
            track.told.dropFirst() == [
                "exit depot 20 after 10 late confirmed 100 via region by timer visit 10 fix 500 #2",
                "enter depot 105 late via region by position fix -20 #3",
                "exit depot 105 after 0 confirmed 185 via region by timer visit 105 fix 500 #4",
            ]
        )
    }

    @Test func `a report that is older than the visit which began anew ends that when it began`() throws {
        let track = try Track(.circle(wifi: ["Depot"])) { $0.lateEvents = true }
        try track.fix(0, beyond: 500)
        try track.fix(10, beyond: -20)
        try track.fix(900, beyond: -20)
        try track.fix(100, beyond: 500, arriving: 901)
        try track.fix(150, beyond: -20, arriving: 902)
        track.clock(970)
        try track.wifi(20, "Depot")
        try track.fix(1000, beyond: 500)
        #expect(try track.status() == "inside since 150 via wifi visit 150")
        try track.wifi(30, nil)
        #expect(track.told.last == "exit depot 150 after 0 via wifi by wifi visit 150 fix 500 #4")
    }

    @Test func `in parts, each proves what it can, and nothing twice`() throws {
        let track = try track(600)
        try track.fix(500, beyond: -10, arriving: 1001)
        try track.fix(600, beyond: 50, arriving: 1001)
        track.clock(1100)
        try track.fix(400, beyond: -10, arriving: 1101)
        try track.fix(700, beyond: 60, arriving: 1102)
        track.clock(1200)
        #expect(
            track.told == [
                "enter depot 500 late via region by position fix -10 #1",
                "exit depot 600 after 100 late via region by position visit 500 fix 50 #2",
            ]
        )
    }

    @Test func `holds count as they do in time`() throws {
        let track = try track(600) { $0.enterAfter = 60 }
        try track.fix(300, beyond: -10, arriving: 1001)
        try track.fix(330, beyond: 50, arriving: 1001)
        try track.fix(500, beyond: -10, arriving: 1001)
        try track.fix(580, beyond: 50, arriving: 1001)
        track.clock(1100)
        #expect(
            track.told == [
                "enter depot 500 late confirmed 560 via region by timer fix -10 #1",
                "exit depot 580 after 80 late via region by position visit 500 fix 50 #2",
            ]
        )
    }

    @Test func `a late fix that was there before is a repeat`() throws {
        let track = try track(600)
        try track.fix(300, beyond: -10, arriving: 1001)
        let outcome = try track.fix(300, beyond: -10, arriving: 1002)
        #expect(outcome.duplicate && !outcome.late)
        #expect(try track.fix(0, beyond: 500, arriving: 1002).duplicate)
    }

    @Test func `without lateEvents late fixes are counted and dropped`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: 500)
        try track.fix(1000, beyond: 500)
        #expect(try track.fix(500, beyond: -10, arriving: 1001).late)
        track.clock(2000)
        #expect(track.told == [])
    }

    @Test func `a visit is found, too, after an exit that was held for longer than the past is kept`() throws
    {
        let track = try Track(.circle("depot") { $0.exitAfter = 1000 }) { $0.lateEvents = true }
        try track.fix(0, beyond: -20)
        for second in 1...300 { try track.fix(Double(second) * 10, beyond: 500 + Double(second)) }
        #expect(track.events.count == 1)
        try track.fix(1885, beyond: -20, arriving: 3001)
        track.clock(3100)
        #expect(
            track.told.dropFirst() == [
                "enter depot 1885 late via region by position fix -20 #2",
                "exit depot 1890 after 5 late confirmed 2890 via region by timer visit 1885 fix 788 #3",
            ]
        )
    }

    @Test func `a fence that only late fixes were in has a status, however many fences there are`() throws {
        let track = try Track(.circle(), reportAllUpTo: 0) { $0.lateEvents = true }
        try track.fix(0, beyond: 500)
        try track.fix(1000, beyond: 500)
        try track.fix(300, beyond: -20, arriving: 1001)
        try track.fix(400, beyond: 50, arriving: 1001)
        track.clock(1100)
        #expect(track.told.count == 2)
        #expect(track.toldStatuses == ["van/depot"])
        #expect(track.effects.statuses.allSatisfy { track.engine.isReported($0) })
    }

    /// A fence that is set now has changes now, though the device's stamps are old.
    @Test func `what a later fence says proves nothing of the time up to it`() throws {
        let utc = try TimeZoneTable(name: "UTC", firstOffset: 0, changes: [])
        let window = try WeeklyWindow(days: .all, from: 60, to: 120, timeZone: utc)
        let hall = try Fence.circle("hall", radius: 10_000, schedule: Schedule(windows: [window]))
        let track = try Track(.circle(), hall) { $0.lateEvents = true }
        try track.fix(200, beyond: 500, arriving: 1_000_000)
        track.replace(1_000_001, try .circle(radius: 1000), hall)
        try track.fix(210, beyond: 2000, arriving: 1_000_002)
        try track.fix(205, beyond: 1800, arriving: 1_000_003)
        track.clock(1_000_100)
        // The same of what late fixes have proven.
        try track.fix(240, beyond: 1500, arriving: 1_000_101)
        try track.fix(220, beyond: 500, arriving: 1_000_102)
        try track.fix(230, beyond: 1500, arriving: 1_000_103)
        track.clock(1_000_200)
        try track.fix(235, beyond: 1600, arriving: 1_000_201)
        track.clock(1_000_300)
        #expect(Set(track.events.map(\.fence.description)) == ["depot"], "\(track.told)")
    }
}
