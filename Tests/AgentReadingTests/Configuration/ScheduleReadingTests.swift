import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// `schedule` and `expires` of a fence: what is read, and every error in full.
@Suite struct ScheduleReadingTests {
    let folder: ConfigurationFolder
    let environment: [String: String]

    init() throws {
        folder = try ConfigurationFolder()
        environment = try folder.zones()
    }

    /// Days as bits, Monday the lowest.
    @Test(arguments: [
        (#"{"days":["mon-fri"],"from":"08:00","to":"17:30",\#(zone)}"#, 0b001_1111, 28_800, 63_000),
        (#"{"days":["sat-mon"],"from":"22:00","to":"06:00:30",\#(zone)}"#, 0b110_0001, 79_200, 21_630),
        (#"{"days":["sun","wed-wed","sun"],"to":"24:00",\#(zone)}"#, 0b100_0100, 0, 86_400),
        (#"{"days":["tue-mon"],"from":"23:59:59",\#(zone)}"#, 0b111_1111, 86_399, 86_400),
        (#"{"days":["mon","daily"],"to":"00:00",\#(zone)}"#, 0b111_1111, 0, 0),
        ("{\(zone)}", 0b111_1111, 0, 86_400),
    ])
    func `entries`(_ text: String, _ days: UInt8, _ from: Int, _ to: Int) throws {
        let (schedule, errors) = try read("[\(text)]")
        let window = try WeeklyWindow(
            days: Weekdays(rawValue: days),
            from: from,
            to: to,
            timeZone: TimeZoneFiles(environment: environment).table("Europe/Berlin")
        )
        #expect(errors == [])
        #expect(schedule == Schedule(windows: [window]))
    }

    @Test(arguments: [
        "2026-12-31T23:00:00Z", "2027-01-01T00:00:00+01:00", "2026-12-31 23:00:00.000z",
    ])
    func `ends`(_ text: String) throws {
        let (schedule, errors) = try read(nil, expires: "\"\(text)\"")
        #expect(errors == [])
        #expect(schedule == Schedule(expires: Timestamp(milliseconds: 1_798_758_000_000)))
    }

    @Test func `neither is no schedule`() throws {
        let (schedule, errors) = try read(nil)
        #expect(schedule == nil)
        #expect(errors == [])
    }

    @Test func `both`() throws {
        let (schedule, errors) = try read(
            "[{\(Self.zone)},{\"timezone\":\"UTC\"}]",
            expires: "\"2026-12-31T23:00:00Z\""
        )
        let end = Timestamp(milliseconds: 1_798_758_000_000)
        let berlin = try TimeZoneFiles(environment: environment).table("Europe/Berlin")
        let windows = try [berlin, .utc].map {
            try WeeklyWindow(days: .all, from: 0, to: 86_400, timeZone: $0)
        }
        #expect(errors == [])
        #expect(schedule == Schedule(windows: windows, expires: end))
    }

    @Test(arguments: [
        ("{}", ["1:1: schedule: must be a list in [ ], not an object"]),
        ("[]", ["1:1: schedule: must not be empty; name the times when the fence is open, or remove it"]),
        ("[1]", ["1:2: schedule[0]: must be an object in { }, not a number"]),
        (
            "[{}]",
            [
                "1:2: schedule[0].timezone: missing; name the time zone of the hours, such as \"Europe/Berlin\", or \"UTC\""
            ]
        ),
        (
            #"[{"day":"mon",\#(zone)}]"#,
            ["1:3: schedule[0].day: unknown key, did you mean \"days\"?"]
        ),
        (#"[{"days":"mon",\#(zone)}]"#, ["1:10: schedule[0].days: must be a list in [ ], not a string"]),
        (
            #"[{"days":[],\#(zone)}]"#,
            [
                "1:10: schedule[0].days: must not be empty; name days such as \"mon-fri\", or remove it for every day"
            ]
        ),
        (
            #"[{"days":["Mon","mo","mon-frid","mon-tue-wed","-",7],\#(zone)}]"#,
            [
                "1:11: schedule[0].days[0]: \"Mon\" is unknown, did you mean \"mon\"?",
                "1:17: schedule[0].days[1]: \"mo\" is no day; \(days)",
                "1:22: schedule[0].days[2]: \"frid\" is unknown, did you mean \"fri\"?",
                "1:33: schedule[0].days[3]: \"mon-tue-wed\" is no day; \(days)",
                "1:47: schedule[0].days[4]: \"\" is no day; \(days)",
                "1:51: schedule[0].days[5]: must be a string in quotation marks, not a number",
            ]
        ),
        (
            #"[{"from":"8:00","to":"24:01",\#(zone)}]"#,
            [
                "1:10: schedule[0].from: \"8:00\" is no time of day; \(twoDigits)",
                "1:22: schedule[0].to: \"24:01\" is beyond the day; \"00:00\" to \"24:00\"",
            ]
        ),
        (
            #"[{"from":"24:00","to":"17:60",\#(zone)}]"#,
            [
                "1:10: schedule[0].from: \"24:00\" is beyond the day; \"00:00\" to \"23:59:59\"",
                "1:23: schedule[0].to: \"17:60\" is no time of day; \(twoDigits)",
            ]
        ),
        (
            #"[{"from":800,"to":"+1:-1","timezone":"Europe/Berln"}]"#,
            [
                "1:10: schedule[0].from: must be a string in quotation marks, not a number",
                "1:19: schedule[0].to: \"+1:-1\" is no time of day; \(twoDigits)",
                "1:38: schedule[0].timezone: \"Europe/Berln\" is unknown, did you mean \"Europe/Berlin\"?",
            ]
        ),
    ])
    func `errors of a schedule`(_ text: String, _ lines: [String]) throws {
        #expect(try read(text).1 == lines)
    }

    @Test(arguments: [
        (
            "\"2026-12-31T23:00:00\"",
            "\"2026-12-31T23:00:00\" needs a zone; put Z (UTC) or an offset such as +01:00 after it"
        ),
        (
            "\"2026-02-29T23:00:00Z\"",
            "\"2026-02-29T23:00:00Z\" is no date and time such as \"2026-12-31T23:00:00Z\""
        ),
        ("\"2026-12-31\"", "\"2026-12-31\" is no date and time such as \"2026-12-31T23:00:00Z\""),
        ("1798758000", "must be a string in quotation marks, not a number"),
    ])
    func `errors of an end`(_ text: String, _ line: String) throws {
        let (schedule, errors) = try read(nil, expires: text)
        #expect(errors == ["1:1: expires: \(line)"])
        #expect(schedule == nil)
    }

    private static let zone = #""timezone":"Europe/Berlin""#
    private static let days = "mon, tue, wed, thu, fri, sat, sun, a range such as mon-fri, or daily"
    private static let twoDigits = "write two digits each, as in \"08:00\" or \"17:30\""

    /// Reads both, each from a text of its own; the errors without the file.
    private func read(_ schedule: String?, expires: String? = nil) throws -> (Schedule?, [String]) {
        let reading = ConfigurationReading(file: "x", environment: environment)
        func value(_ text: String?, _ path: String) throws -> ValueReader? {
            try text.map {
                ValueReader(node: try JSONDocument.parse($0).root, path: .words(path), reading: reading)
            }
        }
        let read = try Schedule(reading: value(schedule, "schedule"), expires: value(expires, "expires"))
        return (read, reading.problems.map { String("\($0)".dropFirst(2)) })
    }
}
