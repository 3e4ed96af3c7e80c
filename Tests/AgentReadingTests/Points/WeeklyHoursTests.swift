import GeofenceCore
import Testing

@testable import geofence_agent

/// Opening hours as Woosmap writes them.
@Suite struct WeeklyHoursTests {
    private static func read(_ text: String) throws -> (clocks: PointTable.Clocks?, notes: [String]) {
        var intake = PointImporter(PointSettings(), ConfigurationReading(file: "a.json", environment: [:]))
        let hours = try #require(WeeklyHours(JSONDocument.parse(text).root))
        let clocks = hours.clocks(&intake)
        #expect(intake.vague == intake.notes.count)
        return (clocks, intake.notes.map { "\($0.position?.column ?? 0): \($0.message)" })
    }

    private static func monday(_ start: String, _ end: String) -> String {
        #"{"timezone":"UTC","usual":{"1":[{"start":"\#(start)","end":"\#(end)"}]}}"#
    }

    @Test(arguments: [
        ("08:30", "19:00", [510, 1140]), ("8:00", "24:00", [480, 1440]), ("22:00", "02:00", [1320, 1560]),
        ("20:00", "48:00", [1200, 2880]),
    ])
    func `takes hours of a day, also past midnight`(_ start: String, _ end: String, _ minutes: [Int]) throws {
        let rule = try Self.read(Self.monday(start, end)).clocks?.hours.rules.first
        #expect(rule?.spans.map { [$0.from, $0.to] } == [minutes])
    }

    @Test(arguments: [
        "9223372036854775807:00", "153722867280912931:00", "-9223372036854775808:00", "49:00", "-1:00",
        "08:60", "08:-5", "08:9223372036854775807", "08", "08:00:00", "08:00:x", ":", "",
    ])
    func `knows nothing of hours with a time that is none`(_ time: String) throws {
        let end =
            "opening hours: \"\(time.prefix(30))\" is no time such as \"08:30\"; whether it is open is not told"
        for text in [Self.monday(time, "19:00"), Self.monday("08:00", time)] {
            let read = try Self.read(text)
            #expect(read.clocks == nil)
            #expect(read.notes.map { $0.drop { $0 != " " } } == [" \(end)"])
        }
    }

    @Test(arguments: [
        (
            #"{"timezone":"Mars/X"}"#,
            #"13: opening hours: "Mars/X" is no time zone; name a city's, such as "Europe/Berlin", or "UTC""#
        ),
        (#"{"timezone":12}"#, #"13: opening hours: "timezone" is no text"#),
        (#"{"usual":[]}"#, #"10: opening hours: "usual" is no object with the days "1" to "7""#),
        (#"{"usual":{"1":"08:00-18:00"}}"#, "15: opening hours: a day's hours are no list"),
        (
            #"{"usual":{"default":[{"start":"08:00"}]}}"#,
            #"22: opening hours: hours need "start" and "end", such as "08:30", or "all-day": true"#
        ),
        (
            #"{"usual":{"default":[{"start":"24:00","end":"25:00"}]}}"#,
            #"22: opening hours: "start" is not before 24:00"#
        ),
    ])
    func `says what of the week can't be read, and where`(_ text: String, _ note: String) throws {
        let read = try Self.read(text)
        #expect(read.clocks == nil)
        #expect(read.notes == ["\(note); whether it is open is not told"])
    }

    @Test(arguments: [
        "2026-13-01", "2026-02-30", "2026-9223372036854775807-1", "2026-12-25-1", "2026-12", "x", "",
        "99999999999999999999-1-1",
    ])
    func `leaves out a special day whose date is none, and says so`(_ date: String) throws {
        let read = try Self.read(
            #"{"timezone":"UTC","usual":{"default":[{"all-day":true}]},"special":{"\#(date)":[],"2026-12-25":[]}}"#
        )
        #expect(read.clocks?.hours.rules.count == 8)
        let at = 72 + date.count
        let message =
            "opening hours: \"\(date)\" is no date such as \"2026-12-25\"; the usual ones count there"
        #expect(read.notes == ["\(at): \(message)"])
    }

    @Test(arguments: [
        (
            #"{"2026-12-25":[{"start":"09:00"}]}"#,
            #"hours need "start" and "end", such as "08:30", or "all-day": true"#
        ),
        (#"{"2026-12-25":[{"start":"9","end":"10:00"}]}"#, #""9" is no time such as "08:30""#),
        (#"{"2026-12-25":"closed"}"#, "a day's hours are no list"),
        ("[]", #""special" is no object with days such as "2026-12-25""#),
    ])
    func `leaves out a special day whose hours can't be read, and says so`(_ days: String, _ note: String)
        throws
    {
        let read = try Self.read(
            #"{"timezone":"UTC","usual":{"default":[{"all-day":true}]},"special":\#(days)}"#
        )
        #expect(read.clocks?.hours.rules.count == 7)
        #expect(
            read.notes.map { $0.drop { $0 != " " } } == [
                " opening hours: \(note); the usual ones count there"
            ]
        )
    }
}
