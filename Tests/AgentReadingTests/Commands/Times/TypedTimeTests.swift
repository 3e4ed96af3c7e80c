import ArgumentParser
import GeofenceCore
import Testing

@testable import geofence_agent

/// Times as people type them.
@Suite struct TypedTimeTests {
    private let berlin: TimeZoneTable
    private let now = Timestamp(iso8601: "2026-11-24T23:30:00Z") ?? .distantPast

    init() throws { berlin = try TimeZoneFiles(environment: [:]).table("Europe/Berlin") }

    @Test(arguments: [
        ("2026-11-20", "2026-11-19T23:00:00.000Z"), ("2026-07-20", "2026-07-19T22:00:00.000Z"),
        ("2026-11-20T06:02", "2026-11-20T05:02:00.000Z"), ("2026-11-20 06:02", "2026-11-20T05:02:00.000Z"),
        ("2026-11-20T06:02Z", "2026-11-20T06:02:00.000Z"),
        ("2026-11-20T06:02+05:30", "2026-11-20T00:32:00.000Z"),
        ("2026-11-20T06:02:30", "2026-11-20T05:02:30.000Z"),
        ("2026-11-20T06:02:30.5Z", "2026-11-20T06:02:30.500Z"),
        // Half past midnight of the 25th in Berlin.
        ("today", "2026-11-24T23:00:00.000Z"), ("Yesterday", "2026-11-23T23:00:00.000Z"),
        ("now", "2026-11-24T23:30:00.000Z"), ("-24h", "2026-11-23T23:30:00.000Z"),
        ("-90m", "2026-11-24T22:00:00.000Z"), ("-7d", "2026-11-17T23:30:00.000Z"),
        ("-0s", "2026-11-24T23:30:00.000Z"), ("-2w", "2026-11-10T23:30:00.000Z"),
    ])
    func `is read by the clocks of a zone`(_ text: String, _ moment: String) {
        #expect(TypedTime(now: now, zone: berlin).moment(text)?.iso8601 == moment)
    }

    @Test(arguments: [
        "", "-", "-h", "--1h", "-1", "-1y", "-1.5h", "-99999999999999999999d", "24h", "+1h", "tomorrow",
        "2026-11", "2026-11-31", "2026-11-20T", "2026-11-20T6:02", "2026-11-20T25:00", "2026-11-20T06:02:",
        "2026-11-20T06:02:30:00", "06:02", "2026-11-20T06:02 Europe/Berlin", "e\u{301}",
        String(repeating: "1", count: 1000),
    ])
    func `is none`(_ text: String) {
        #expect(TypedTime(now: now, zone: berlin).moment(text) == nil)
    }

    @Test func `yesterday and the day before a change of clocks have their own length`() {
        // On 25 October 2026 the clocks are put back: that day has 25 hours.
        let noon = Timestamp(iso8601: "2026-10-26T12:00:00Z") ?? .distantPast
        let time = TypedTime(now: noon, zone: berlin)
        let (today, yesterday) = (time.moment("today"), time.moment("yesterday"))
        #expect(today?.iso8601 == "2026-10-25T23:00:00.000Z")
        #expect(yesterday?.iso8601 == "2026-10-24T22:00:00.000Z")
    }

    private func problem(_ arguments: [String]) -> String? {
        do {
            _ = try TimeRangeOptions.parse(TimeArguments.joined(arguments))
            return nil
        } catch {
            #expect(TimeRangeOptions.exitCode(for: error).rawValue == 64)
            return TimeRangeOptions.message(for: error)
        }
    }

    @Test(arguments: [
        (
            ["--from", "2026-11-21", "--to", "2026-11-20"],
            "--from 2026-11-21 is after --to 2026-11-20; exchange the two."
        ),
        (
            ["--from", "today", "--to", "today"],
            "--from and --to are both today, and --to is not included; for all of a day name the next one as --to."
        ),
        (["--from", "-1h", "--to", "-2h"], "--from -1h is after --to -2h; exchange the two."),
        (["--to", "noon"], "--to must be a time such as \(TypedTime.examples), not noon."),
        (["--timezone", "Berlin"], "--timezone: \"Berlin\" is unknown, did you mean \"Europe/Berlin\"?"),
    ])
    func `a range that is none is an error`(_ arguments: [String], _ text: String) {
        #expect(problem(arguments) == text)
    }

    @Test(arguments: [
        [], ["--from", "-24h"], ["--from=-24h", "--to=now"], ["--from", "yesterday", "--to", "today"],
        ["--from", "2026-11-20T06:02", "--timezone", "Asia/Tokyo"],
    ])
    func `ranges that people type`(_ arguments: [String]) {
        #expect(problem(arguments) == nil)
    }

    @Test func `a time that begins with a dash is no wish for help`() {
        let arguments = ["history", "--from", "-24h", "--to", "-1h", "-h", "--from", "--to", "-"]
        let joined = ["history", "--from=-24h", "--to=-1h", "-h", "--from", "--to", "-"]
        #expect(TimeArguments.joined(arguments) == joined)
    }

    @Test func `the same words mean other moments in other zones`() throws {
        let words = ["--from", "2026-11-20", "--timezone"]
        let tokyo = try TimeRangeOptions.parse(words + ["Asia/Tokyo"]).range()
        let utc = try TimeRangeOptions.parse(words + ["UTC"]).range()
        #expect(utc.from.millisecondsSince(tokyo.from) == 9 * 3_600_000)
        #expect(utc.to == .distantFuture)
    }

    @Test(arguments: [
        ("Europe/Berlin", "Europe/Berlin"), (":Asia/Tokyo", "Asia/Tokyo"), ("", "UTC"), ("CET-1CEST", "UTC"),
        ("/etc/localtime", "UTC"), (nil, "UTC"),
    ])
    func `TZ names the zone, where it names one`(_ name: String?, _ zone: String) {
        #expect(TimeZoneOption.usual(name, TimeZoneFiles(environment: [:])).name == zone)
    }
}
