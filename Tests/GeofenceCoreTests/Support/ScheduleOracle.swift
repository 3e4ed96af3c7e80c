import GeofenceCore

/// When windows are open, found by walking minute by minute and looking at the local clock: slow and obvious.
struct ScheduleOracle {
    /// The minutes in which the windows are open.
    private var open: [Bool]
    private let start: Timestamp

    /// Walks from a moment on; what reaches in from before or beyond is known for all but the first and last
    /// three days.
    init(_ windows: [WeeklyWindow], from start: Timestamp, days: Int) {
        self.start = start
        open = Array(repeating: false, count: days * 1440)
        for window in windows { walk(window) }
    }

    /// The minutes, counted from the beginning, at which the answer differs from the minute before, within
    /// some.
    func changes(within minutes: Range<Int>) -> [Timestamp] {
        minutes.dropFirst().filter { open[$0] != open[$0 - 1] }.map(moment)
    }

    /// Whether it is open in a minute.
    func isOpen(minute: Int) -> Bool { open[minute] }

    /// The beginning of a minute.
    func moment(_ minute: Int) -> Timestamp {
        start.advanced(byMilliseconds: Int64(minute) * 60_000)
    }

    /// Opens each day's window from the first to the last minute whose local time lies in it.
    private mutating func walk(_ window: WeeklyWindow) {
        var found: [Int: ClosedRange<Int>] = [:]
        for minute in open.indices {
            let time = moment(minute)
            let local = Int(time.milliseconds / 1000) + Self.offset(window.timeZone, at: time)
            for day in [local / 86_400 - 1, local / 86_400] where Self.holds(window, local: local, day: day) {
                found[day] = (found[day]?.lowerBound ?? minute)...minute
            }
        }
        for minutes in found.values { for minute in minutes { open[minute] = true } }
    }

    private static func holds(_ window: WeeklyWindow, local: Int, day: Int) -> Bool {
        // Day 4 was a Monday.
        guard window.days.rawValue >> ((day - 4) % 7) & 1 == 1 else { return false }
        let time = local - day * 86_400
        return time >= window.from && time < (window.to > window.from ? window.to : window.to + 86_400)
    }

    private static func offset(_ zone: TimeZoneTable, at time: Timestamp) -> Int {
        zone.changes.last { $0.from <= time }?.offset ?? zone.firstOffset
    }
}
