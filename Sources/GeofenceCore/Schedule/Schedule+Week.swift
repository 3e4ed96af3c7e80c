extension Schedule {
    /// Whether the windows of one zone cover its week from end to end, so that they are open at every moment.
    static func leavesNoGap(_ windows: [WeeklyWindow]) -> Bool {
        Dictionary(grouping: windows, by: \.timeZone).values.contains(where: coversTheWeek)
    }

    /// Whether windows cover every second of a local week.
    private static func coversTheWeek(_ windows: [WeeklyWindow]) -> Bool {
        var covered: Int64 = 0
        for stretch in windows.flatMap(\.localStretches).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard stretch.lowerBound <= covered else { return false }
            covered = max(covered, stretch.upperBound)
        }
        return covered >= WeeklyWindow.secondsPerWeek
    }
}

extension WeeklyWindow {
    /// Its stretches of one local week in seconds after Monday's 00:00, and Sunday's of the week before.
    fileprivate var localStretches: [Range<Int64>] {
        (Int64(-1)..<7).compactMap { day in
            // 1970-01-05 was a Monday.
            guard days.contains(Weekdays(day: day + 4)) else { return nil }
            let opening = day * Self.secondsPerDay + Int64(from)
            return opening..<(opening + length)
        }
    }
}
