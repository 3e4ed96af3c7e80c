/// The stretches of time in which a window is open; all times are seconds since 1970-01-01T00:00:00Z.
extension WeeklyWindow {
    /// Days to search for an opening: a week, and some more where clocks jump over a day or two.
    private static let searchedDays: Int64 = 30

    /// When the stretch that holds a second ends; nil where the window is closed then.
    func closing(at second: Int64) -> Int64? {
        let reach = Int64(TimeZoneTable.maximumOffset)
        var closing: Int64?
        for day in Self.day(of: second - reach - 2 * Self.secondsPerDay)...Self.day(of: second + reach) {
            guard let stretch = stretch(of: day), stretch.contains(second) else { continue }
            closing = max(closing ?? stretch.upperBound, stretch.upperBound)
        }
        return closing
    }

    /// When the next stretch after a second begins.
    func opening(after second: Int64) -> Int64? {
        let first = Self.day(of: second - Int64(TimeZoneTable.maximumOffset) - Self.secondsPerDay)
        for day in first...(first + Self.searchedDays) {
            if let stretch = stretch(of: day), stretch.lowerBound > second { return stretch.lowerBound }
        }
        return nil
    }

    /// The seconds in which the window of a day is open; nil where there is none.
    private func stretch(of day: Int64) -> Range<Int64>? {
        guard days.contains(Weekdays(day: day)) else { return nil }
        let local = day * Self.secondsPerDay + Int64(from)
        let opening = timeZone.firstSecond(reaching: local)
        let closing = timeZone.endOfSeconds(before: local + length)
        return opening < closing ? opening..<closing : nil
    }

    /// Days from 1970-01-01 to the day of a second.
    private static func day(of second: Int64) -> Int64 {
        second.flooredDivision(by: secondsPerDay).quotient
    }
}
