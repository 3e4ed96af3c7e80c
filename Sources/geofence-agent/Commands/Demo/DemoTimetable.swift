import GeofenceCore

/// When each report of the fleet is due, and what time it bears.
struct DemoTimetable: Hashable {
    /// Milliseconds behind after which lost time is skipped: the host has slept, and nobody wants to see that
    /// made up for.
    static let patience: Int64 = 3000

    /// The next report's number.
    private(set) var number = 0
    /// When the next report is due, on the uptime clock.
    private(set) var due: Int64
    private var stamp: Timestamp
    private let interval: Int64

    /// Begins now, by the uptime clock and by the wall clock, with a number of milliseconds between two
    /// reports.
    init(uptime: Int64, now: Timestamp, interval: Int64) {
        due = uptime
        stamp = now
        self.interval = interval
    }

    /// Takes the report that is due, if one is: its number and its time.
    mutating func next(_ uptime: Int64) -> (number: Int, time: Timestamp)? {
        guard uptime >= due else { return nil }
        if uptime - due > Self.patience { skip(uptime - due) }
        defer {
            number += 1
            skip(interval)
        }
        return (number, stamp)
    }

    private mutating func skip(_ milliseconds: Int64) {
        due += milliseconds
        stamp = stamp.advanced(byMilliseconds: milliseconds)
    }
}
