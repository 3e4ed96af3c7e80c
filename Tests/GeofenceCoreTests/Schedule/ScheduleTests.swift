import GeofenceCore
import Testing

/// When a fence with windows is open, by named examples.
@Suite struct ScheduleTests {
    @Test func `office hours in Berlin`() throws {
        let schedule = try schedule([.window("mon-fri", 8, 17.5)])
        try expectChanges(
            schedule,
            after: "2026-11-20T00:00:00Z",
            ["2026-11-20T07:00:00.000Z", "2026-11-20T16:30:00.000Z", "2026-11-23T07:00:00.000Z"]
        )
        #expect(schedule.isOpen(at: try .iso("2026-11-20T06:59:59.999Z")) == false)
        #expect(schedule.isOpen(at: try .iso("2026-11-20T07:00:00Z")))
        #expect(schedule.isOpen(at: try .iso("2026-11-20T16:29:59.999Z")))
        #expect(schedule.isOpen(at: try .iso("2026-11-20T16:30:00Z")) == false)
    }

    @Test(arguments: [
        // Over midnight, and the day on which it opens counts.
        ("fri", 22.0, 6.0, ["2026-11-20T21:00:00.000Z", "2026-11-21T05:00:00.000Z"]),
        ("fri", 22, 24, ["2026-11-20T21:00:00.000Z", "2026-11-20T23:00:00.000Z"]),
        ("fri", 22, 0, ["2026-11-20T21:00:00.000Z", "2026-11-20T23:00:00.000Z"]),
        ("fri", 0, 24, ["2026-11-19T23:00:00.000Z", "2026-11-20T23:00:00.000Z"]),
        // Equal ends: a whole day.
        ("fri", 0, 0, ["2026-11-19T23:00:00.000Z", "2026-11-20T23:00:00.000Z"]),
        ("fri", 8, 8, ["2026-11-20T07:00:00.000Z", "2026-11-21T07:00:00.000Z"]),
    ])
    func `the ends of a window`(_ days: String, _ from: Double, _ to: Double, _ changes: [String]) throws {
        try expectChanges(schedule([.window(days, from, to)]), after: "2026-11-19T12:00:00Z", changes)
    }

    @Test(arguments: [
        // Put forward from 02:00 to 03:00, which is 01:00Z.
        ("2026-03-28T12:00:00Z", 1.5, 4.0, ["2026-03-29T00:30:00.000Z", "2026-03-29T02:00:00.000Z"]),
        ("2026-03-28T12:00:00Z", 2.5, 4, ["2026-03-29T01:00:00.000Z", "2026-03-29T02:00:00.000Z"]),
        ("2026-03-28T12:00:00Z", 1, 2.5, ["2026-03-29T00:00:00.000Z", "2026-03-29T01:00:00.000Z"]),
        ("2026-03-28T12:00:00Z", 2.25, 2.75, ["2026-03-30T00:15:00.000Z", "2026-03-30T00:45:00.000Z"]),
        ("2026-03-28T12:00:00Z", 2, 3, ["2026-03-30T00:00:00.000Z", "2026-03-30T01:00:00.000Z"]),
        // Put back from 03:00 to 02:00, which is 01:00Z.
        ("2026-10-24T12:00:00Z", 2.25, 2.75, ["2026-10-25T00:15:00.000Z", "2026-10-25T01:45:00.000Z"]),
        ("2026-10-24T12:00:00Z", 1, 2, ["2026-10-24T23:00:00.000Z", "2026-10-25T00:00:00.000Z"]),
        ("2026-10-24T12:00:00Z", 2, 3, ["2026-10-25T00:00:00.000Z", "2026-10-25T02:00:00.000Z"]),
        ("2026-10-24T12:00:00Z", 3, 4, ["2026-10-25T02:00:00.000Z", "2026-10-25T03:00:00.000Z"]),
    ])
    func `the clocks of Berlin change`(
        _ time: String,
        _ from: Double,
        _ to: Double,
        _ changes: [String]
    ) throws {
        try expectChanges(schedule([.window("daily", from, to)]), after: time, changes)
    }

    @Test(arguments: [
        // Saturday ends as Sunday begins, though Sunday's first hour comes twice.
        (
            ZoneClocks.havana, "sat", "2026-10-30T12:00:00Z",
            ["2026-10-31T04:00:00.000Z", "2026-11-01T04:00:00.000Z"]
        ),
        (.havana, "sun", "2026-10-30T12:00:00Z", ["2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"]),
        // Half an hour.
        (.lordHowe, "sun", "2026-04-03T12:00:00Z", ["2026-04-04T13:00:00.000Z", "2026-04-05T13:30:00.000Z"]),
        // The Friday of 2011-12-30 never was.
        (.apia, "fri", "2011-12-28T12:00:00Z", ["2012-01-05T10:00:00.000Z", "2012-01-06T10:00:00.000Z"]),
        (.apia, "sat", "2011-12-28T12:00:00Z", ["2011-12-30T10:00:00.000Z", "2011-12-31T10:00:00.000Z"]),
        // A quarter of an hour, once and for all.
        (
            .kathmandu, "wed", "1985-12-30T00:00:00Z",
            ["1985-12-31T18:30:00.000Z", "1986-01-01T18:15:00.000Z"]
        ),
        (.utc, "sun", "2026-11-21T00:00:00Z", ["2026-11-22T00:00:00.000Z", "2026-11-23T00:00:00.000Z"]),
    ])
    func `whole days elsewhere`(_ zone: ZoneClocks, _ days: String, _ time: String, _ changes: [String])
        throws
    {
        try expectChanges(schedule([.window(days, 0, 24, zone)]), after: time, changes)
    }

    @Test func `nothing changes where windows touch or overlap`() throws {
        let windows: [WeeklyWindow] = try [
            .window("fri", 8, 12), .window("fri", 12, 14), .window("fri", 13, 22), .window("fri", 9, 10),
            .window("fri", 22, 2), .window("sat", 2, 3),
        ]
        try expectChanges(
            schedule(windows),
            after: "2026-11-20T00:00:00Z",
            ["2026-11-20T07:00:00.000Z", "2026-11-21T02:00:00.000Z", "2026-11-27T07:00:00.000Z"]
        )
    }

    @Test func `windows that leave no gap never change`() throws {
        let split: [WeeklyWindow] = try [.window("daily", 6, 18), .window("daily", 18, 6)]
        let zones: [WeeklyWindow] = try [.window("daily", 5, 18), .window("daily", 6, 0, .newYork)]
        let whole: [WeeklyWindow] = try [.window("daily", 0, 24)]
        for windows in [[], whole, split, zones] {
            let schedule = schedule(windows)
            for time in ["1969-01-01T00:00:00Z", "2026-11-20T00:00:00Z", "2300-01-01T00:00:00Z"] {
                #expect(schedule.isOpen(at: try .iso(time)))
                #expect(schedule.nextChange(after: try .iso(time)) == nil)
            }
        }
    }

    @Test func `the end for good`() throws {
        let end = try Timestamp.iso("2026-11-20T12:00:00.500Z")
        let before = end.advanced(byMilliseconds: -1)
        let whole: [WeeklyWindow] = try [.window("daily", 0, 24)]
        for windows in [[], whole, try [.window("fri", 8, 17)]] {
            let schedule = Schedule(windows: windows, expires: end)
            #expect(schedule.isOpen(at: before))
            #expect(schedule.nextChange(after: before) == end)
            #expect(schedule.isOpen(at: end) == false)
            #expect(schedule.nextChange(after: end) == nil)
        }
    }

    @Test func `a window that would open at the end or after it doesn't`() throws {
        let windows = try [WeeklyWindow.window("fri", 8, 17)]
        let after = try Timestamp.iso("2026-11-19T00:00:00Z")
        for (end, change) in [
            ("2026-11-20T07:00:00Z", nil), ("2026-11-20T07:00:00.001Z", "2026-11-20T07:00:00.000Z"),
        ] {
            let schedule = Schedule(windows: windows, expires: try .iso(end))
            #expect(schedule.nextChange(after: after)?.iso8601 == change)
        }
    }

    @Test func `an end of a window just before the schedule's`() throws {
        let windows = try [WeeklyWindow.window("fri", 8, 17)]
        let schedule = Schedule(windows: windows, expires: try .iso("2026-11-20T16:00:00.001Z"))
        try expectChanges(schedule, after: "2026-11-20T15:00:00Z", ["2026-11-20T16:00:00.000Z"])
    }

    @Test(arguments: ZoneClocks.allCases)
    func `the ends of time`(_ zone: ZoneClocks) throws {
        for window in [try WeeklyWindow.window("mon", 8, 17, zone), try .window("daily", 22, 6, zone)] {
            for end in [nil, Timestamp.distantPast, .distantFuture] {
                let schedule = Schedule(windows: [window], expires: end)
                for time in [Timestamp.distantPast, .distantFuture] {
                    for step: Int64 in [0, 1, 1000, 86_400_000] {
                        let time = time.advanced(byMilliseconds: time == .distantPast ? step : -step)
                        _ = schedule.isOpen(at: time)
                        if let change = schedule.nextChange(after: time) { #expect(change > time) }
                    }
                }
            }
        }
    }

    @Test func `a window that can't be`() throws {
        for (days, from, to, error) in [
            (Weekdays(rawValue: 128), 0, 0, WeeklyWindowError.noDay), (.all, -1, 0, .from(-1)),
            (.all, 86_400, 0, .from(86_400)), (.all, 0, 86_401, .to(86_401)), (.all, 0, -1, .to(-1)),
        ] {
            #expect(throws: error) { try WeeklyWindow(days: days, from: from, to: to, timeZone: .utc) }
        }
    }

    private func schedule(_ windows: [WeeklyWindow]) -> Schedule { Schedule(windows: windows) }

    private func expectChanges(_ schedule: Schedule, after time: String, _ changes: [String]) throws {
        var (time, found) = (try Timestamp.iso(time), [String]())
        while found.count < changes.count, let next = schedule.nextChange(after: time) {
            #expect(schedule.isOpen(at: next) != schedule.isOpen(at: next.advanced(byMilliseconds: -1)))
            found.append(next.iso8601)
            time = next
        }
        #expect(found == changes)
    }
}

extension WeeklyWindow {
    /// A window from one hour to another, such as 17.5.
    static func window(
        _ days: String,
        _ from: Double,
        _ to: Double,
        _ zone: ZoneClocks = .berlin
    ) throws -> WeeklyWindow {
        let known: [String: Weekdays] = [
            "daily": .all, "mon-fri": [.monday, .tuesday, .wednesday, .thursday, .friday], "mon": .monday,
            "wed": .wednesday, "fri": .friday, "sat": .saturday, "sun": .sunday,
        ]
        return try WeeklyWindow(
            days: #require(known[days]),
            from: Int(from * 3600),
            to: Int(to * 3600),
            timeZone: zone.table()
        )
    }
}
