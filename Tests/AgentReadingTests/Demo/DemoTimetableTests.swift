import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct DemoTimetableTests {
    /// What is given at moments of the uptime clock, as `number@milliseconds since the start`.
    static func given(at moments: [Int64]) -> [String] {
        let start = Timestamp(milliseconds: 1_795_248_000_000)
        var timetable = DemoTimetable(uptime: 500, now: start, interval: 250)
        return moments.map { moment in
            timetable.next(500 + moment).map { "\($0.number)@\($0.time.millisecondsSince(start))" } ?? "-"
        }
    }

    @Test(
        arguments: [
            ([0, 1, 249, 250, 251, 500], ["0@0", "-", "-", "1@250", "-", "2@500"]),
            ([0, 900, 900, 900, 900], ["0@0", "1@250", "2@500", "3@750", "-"]),
            ([0, 60_250, 60_251, 60_500], ["0@0", "1@60250", "-", "2@60500"]),
        ] as [([Int64], [String])]
    )
    func `gives every report when it is due, makes up for a little, and skips what was slept through`(
        _ moments: [Int64],
        _ reports: [String]
    ) {
        #expect(Self.given(at: moments) == reports)
    }
}
