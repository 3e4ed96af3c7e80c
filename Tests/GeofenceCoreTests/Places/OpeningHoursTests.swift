import GeofenceCore
import Testing

@Suite struct OpeningHoursTests {
    /// 2026-11-16 is a Monday; the moments are in UTC.
    @Test(arguments: [
        (
            "Mo-Fr 08:00-12:00,13:00-17:30; Sa 09:00-13:00", "2026-11-16T08:00",
            "2026-11-16T12:00 2026-11-16T13:00 2026-11-16T17:30 2026-11-17T08:00"
        ),
        (
            "Mo-Fr 08:00-12:00,13:00-17:30; Sa 09:00-13:00", "2026-11-20T18:00",
            "2026-11-21T09:00 2026-11-21T13:00 2026-11-23T08:00"
        ),
        ("mo-fr 8:00-18:00; we off", "2026-11-17T09:00", "2026-11-17T18:00 2026-11-19T08:00"),
        (
            "Mo-Su 08:00-18:00; Mo-Su 12:00-13:00 off", "2026-11-17T09:00",
            "2026-11-17T12:00 2026-11-17T13:00 2026-11-17T18:00"
        ),
        (
            "Fr,Sa 22:00-04:00", "2026-11-20T21:00",
            "2026-11-20T22:00 2026-11-21T04:00 2026-11-21T22:00 2026-11-22T04:00 2026-11-27T22:00"
        ),
        ("Fr 22:00-26:00", "2026-11-21T01:00", "2026-11-21T02:00 2026-11-27T22:00"),
        (
            "Sa-Mo 10:00-11:00", "2026-11-20T00:00",
            "2026-11-21T10:00 2026-11-21T11:00 2026-11-22T10:00 2026-11-22T11:00 2026-11-23T10:00 2026-11-23T11:00 2026-11-28T10:00"
        ),
        (
            "Mo-Fr 08:00-12:00, We 14:00-18:00", "2026-11-18T09:00",
            "2026-11-18T12:00 2026-11-18T14:00 2026-11-18T18:00 2026-11-19T08:00"
        ),
        ("Mo-Su", "2026-11-18T09:00", ""),
        ("24/7", "2026-11-18T09:00", ""),
        ("24/7; Dec 25 off", "2026-11-18T09:00", "2026-12-25T00:00 2026-12-26T00:00 2027-12-25T00:00"),
        ("off", "2026-11-18T09:00", ""),
        ("Mo-Fr 08:00-18:00 \"by bell\"; Su closed", "2026-11-20T17:00", "2026-11-20T18:00 2026-11-23T08:00"),
        ("Mo-Fr: 08:00 - 18:00 ;", "2026-11-20T17:00", "2026-11-20T18:00 2026-11-23T08:00"),
        (
            "Apr-Sep 08:00-20:00; Oct-Mar 09:00-17:00", "2026-03-31T12:00",
            "2026-03-31T17:00 2026-04-01T08:00 2026-04-01T20:00"
        ),
        ("08:00-12:00; Dec 24-26,Dec 31-Jan 2 off", "2026-12-23T13:00", "2026-12-27T08:00"),
        ("08:00-12:00; Dec 24-26,Dec 31-Jan 2 off", "2026-12-30T13:00", "2027-01-03T08:00"),
        ("08:00-12:00; Dec 25,26 off", "2026-12-24T13:00", "2026-12-27T08:00"),
        (
            "08:00-12:00; Dec 24,26-28,31 off", "2026-12-23T13:00",
            "2026-12-25T08:00 2026-12-25T12:00 2026-12-29T08:00"
        ),
        (
            "08:00-12:00; Dec 31-Jan 1,3 off", "2026-12-30T13:00",
            "2027-01-02T08:00 2027-01-02T12:00 2027-01-04T08:00"
        ),
        (
            "Dec 25,26 10:00-11:00, 12:00-13:00", "2026-12-26T00:00",
            "2026-12-26T10:00 2026-12-26T11:00 2026-12-26T12:00"
        ),
        ("08:00-12:00; 2026 Nov 20-2026 Nov 25 off", "2026-11-19T13:00", "2026-11-26T08:00"),
        (
            "08:00-12:00; 2026 Dec 30-2027 Jan 1,3 off", "2026-12-29T13:00",
            "2027-01-02T08:00 2027-01-02T12:00 2027-01-04T08:00"
        ),
        ("08:00-12:00; 2027 Nov 20-2027 Nov 25 off", "2026-11-19T13:00", "2026-11-20T08:00"),
        ("Dec 25,2027 Jan 1 10:00-11:00", "2026-12-25T12:00", "2027-01-01T10:00 2027-01-01T11:00"),
        ("Feb 29 10:00-11:00", "2028-02-28T12:00", "2028-02-29T10:00 2028-02-29T11:00"),
        ("Feb 29 10:00-11:00", "2027-02-22T00:00", ""),
        ("2027 May 1 10:00-11:00", "2026-01-01T00:00", "2027-05-01T10:00 2027-05-01T11:00"),
        ("Dec-Feb Sa 10:00-11:00", "2026-11-28T12:00", "2026-12-05T10:00"),
        ("Mo-Su 00:00-24:00", "2026-11-18T09:00", ""),
        ("00:00-24:00; Dec 25 off", "2026-12-20T00:00", "2026-12-25T00:00 2026-12-26T00:00"),
    ])
    func `opens and closes`(_ text: String, _ start: String, _ changes: String) throws {
        let hours = try OpeningHours(text)
        let wanted = try changes.split(separator: " ").map { try Timestamp.iso("\($0):00Z") }
        let start = try Timestamp.iso("\(start):00Z")
        let end = wanted.last?.advanced(byMilliseconds: 1) ?? start.advanced(byMilliseconds: 12 * 86_400_000)
        #expect(Self.changes(of: hours, from: start, to: end).map(\.iso8601) == wanted.map(\.iso8601))
        for change in wanted {
            let before = hours.isOpen(at: change.advanced(byMilliseconds: -1), in: .utc)
            #expect(hours.isOpen(at: change, in: .utc) != before, "\(change)")
        }
    }

    /// When it is looked at every half hour: the moments at which it is no longer open or closed as before.
    private static func changes(
        of hours: OpeningHours,
        from start: Timestamp,
        to end: Timestamp,
        in zone: TimeZoneTable = .utc
    ) -> [Timestamp] {
        var (isOpen, changes) = (hours.isOpen(at: start, in: zone), [Timestamp]())
        for step in 1... {
            let time = start.advanced(byMilliseconds: Int64(step) * 1_800_000)
            guard time < end else { break }
            if hours.isOpen(at: time, in: zone) != isOpen { changes.append(time) }
            isOpen = hours.isOpen(at: time, in: zone)
        }
        return changes
    }

    @Test(arguments: [
        ("Mo-Fr 08:00-18:00; PH off", ["PH off"], 1), ("Mo-Su,PH 10:00-18:00", ["Mo-Su,PH 10:00-18:00"], 1),
        ("SH Mo-Fr 09:00-10:00", ["SH Mo-Fr 09:00-10:00"], 0), ("PH,SH off", ["PH,SH off"], 0),
        ("24/7", [], 1),
    ])
    func `tells what it says of holidays`(_ text: String, _ unsupported: [String], _ rules: Int) throws {
        let hours = try OpeningHours(text)
        #expect(hours.unsupported == unsupported)
        #expect(hours.rules.count == rules)
    }

    @Test(arguments: [
        ("", "no opening hours; write them as \"Mo-Fr 08:00-18:00; Sa 09:00-13:00\""),
        (
            "Mo-Xx 08:00-12:00",
            "opening hours, at character 4, \"Xx\": write a day as Mo, Tu, We, Th, Fr, Sa or Su"
        ),
        (
            "Mo 08:00",
            "opening hours, at its end: write the time of closing after the one of opening, such as 08:00-18:00"
        ),
        (
            "Mo 25:61-26:00",
            "opening hours, at character 4, \"25:61-26:00\": write a time as 08:30; 00:00 to 24:00, past midnight up to 48:00"
        ),
        (
            "Mo 24:30-25:00",
            "opening hours, at character 4, \"24:30-25:00\": write a time as 08:30; 00:00 to 24:00, past midnight up to 48:00"
        ),
        (
            "daily 8-18",
            "opening hours, at character 1, \"daily\": write days and times, such as \"Mo-Fr 08:00-18:00\", \"off\" or \"24/7\""
        ),
        (
            "Mo 08:00-12:00 und",
            "opening hours, at character 16, \"und\": write days and times, such as \"Mo-Fr 08:00-18:00\", \"off\" or \"24/7\""
        ),
        ("Mo 08:00-12:00 \"x", "opening hours, at its end: end the comment with a quotation mark"),
        (
            "Feb 30 off",
            "opening hours, at character 1, \"Feb\": write a month as Jan to Dec, and a date as \"Dec 24\""
        ),
        (
            "Nov 20-2026 Nov 25 off",
            "opening hours, at character 1, \"Nov\": write a month as Jan to Dec, and a date as \"Dec 24\""
        ),
        (
            "2026 Nov 25-2026 Nov 20 off",
            "opening hours, at character 1, \"2026\": write a month as Jan to Dec, and a date as \"Dec 24\""
        ),
        (
            "2026 Nov 20-2027 Nov 25 off",
            "opening hours, at character 1, \"2026\": a span of more than a year can't be read; leave that part out or write the days and times that it stands for"
        ),
        (
            "Dec 25,32 off",
            "opening hours, at character 8, \"32\": write a month as Jan to Dec, and a date as \"Dec 24\""
        ),
        (
            "Dec,26 off",
            "opening hours, at character 5, \"26\": write a time as 08:30; 00:00 to 24:00, past midnight up to 48:00"
        ),
        (
            "Mo-Fr sunrise-sunset",
            "opening hours, at character 7, \"sunrise-sunset\": sunrise can't be read; leave that part out or write the days and times that it stands for"
        ),
        (
            "Mo[1] 08:00-09:00",
            "opening hours, at character 3, \"[1]\": a day counted in its month can't be read; leave that part out or write the days and times that it stands for"
        ),
        (
            "Mo 18:00+",
            "opening hours, at character 9, \"+\": a time of opening without one of closing can't be read; leave that part out or write the days and times that it stands for"
        ),
    ])
    func `says what is wrong and where`(_ text: String, _ message: String) {
        let error = #expect(throws: OpeningHoursError.self) { try OpeningHours(text) }
        #expect(error?.description == message)
    }

    @Test func `follows the clocks of the zone`() throws {
        let (hours, berlin) = (try OpeningHours("Mo-Su 02:30-04:00"), try ZoneClocks.berlin.table())
        let (start, end) = (
            try Timestamp.iso("2026-03-28T12:00:00Z"), try Timestamp.iso("2026-03-30T12:00:00Z")
        )
        #expect(
            Self.changes(of: hours, from: start, to: end, in: berlin).map(\.iso8601) == [
                "2026-03-29T01:00:00.000Z", "2026-03-29T02:00:00.000Z", "2026-03-30T00:30:00.000Z",
                "2026-03-30T02:00:00.000Z",
            ]
        )
        #expect(hours.isOpen(at: try .iso("2026-07-01T00:30:00Z"), in: berlin))
        #expect(!hours.isOpen(at: try .iso("2026-07-01T00:29:59.999Z"), in: berlin))
    }

    @Test func `agrees with weekly windows`() throws {
        let berlin = try ZoneClocks.berlin.table()
        let windows = [
            try WeeklyWindow(days: [.monday, .tuesday], from: 8 * 3600, to: 12 * 3600, timeZone: berlin),
            try WeeklyWindow(days: [.saturday], from: 22 * 3600, to: 6 * 3600, timeZone: berlin),
        ]
        let (schedule, hours) = (
            Schedule(windows: windows), try OpeningHours("Mo,Tu 08:00-12:00; Sa 22:00-06:00")
        )
        var time = try Timestamp.iso("2026-01-01T00:00:00Z")
        for step in 0..<400 {
            let next = try #require(schedule.nextChange(after: time))
            for moment in [time, next.advanced(byMilliseconds: -1)] {
                let isOpen = hours.isOpen(at: moment, in: berlin)
                try #require(schedule.isOpen(at: moment) == isOpen, "step \(step)")
            }
            time = next
        }
    }
}
