/// When a person was at a zone, by the local clock.
struct Presence {
    /// Hours of a week.
    struct Hours: Hashable {
        var all = 0.0
        /// From 0:00 to 6:00.
        var night = 0.0
        /// On Saturdays and Sundays.
        var weekend = 0.0

        /// Takes a part of an hour, by the hour of the week.
        mutating func add(_ part: Double, slot: Int64) {
            all += part
            if slot % 24 < 6 { night += part }
            if slot >= 5 * 24 { weekend += part }
        }

        static func += (a: inout Hours, b: Hours) {
            a.all += b.all
            a.night += b.night
            a.weekend += b.weekend
        }
    }

    /// Seconds of a day from noon to noon.
    struct Day: Hashable {
        var all: Int64 = 0
        /// From 0:00 to 6:00.
        var night: Int64 = 0
    }

    /// Seconds since 1970 of each stay, by their beginnings.
    let stays: [Range<Int64>]
    /// Hours by hour of the week, Monday 0:00 first.
    private(set) var week = [Double](repeating: 0, count: Self.hoursPerWeek)
    /// By number of the week: ISO weeks, which begin on Mondays, counted on and on, so that no two years
    /// share one.
    private(set) var weeks: [Int64: Hours] = [:]
    /// By number of the day that begins at noon, counted from 1970-01-01.
    private(set) var days: [Int64: Day] = [:]

    static let hoursPerWeek = 168
    /// 1970-01-01 was a Thursday.
    private static let hoursToThursday: Int64 = 72

    init(_ stays: [Range<Int64>], _ timeZone: TimeZoneTable) {
        let stays = stays.sorted { $0.lowerBound < $1.lowerBound }
        self.stays = stays
        seconds = stays.reduce(0) { $0 + Int64($1.count) }
        longest = Int64(stays.map(\.count).max() ?? 0)
        let end = stays.map(\.upperBound).max()
        span = end.flatMap { end in stays.first.map { $0.lowerBound..<end } }
        // Most hours are of the same week as the one before.
        var (number, hours) = (Int64.min, Hours())
        var (date, day) = (Int64.min, Day())
        for stay in stays {
            timeZone.forEachHour(of: stay) { hour, seconds in
                let (week, slot) = Self.week(of: hour)
                if week != number {
                    if number != .min { weeks[number] = hours }
                    (number, hours) = (week, weeks[week] ?? Hours())
                }
                self.week[Int(slot)] += Double(seconds) / 3600
                hours.add(Double(seconds) / 3600, slot: slot)
                let noon = (hour + 12).flooredDivision(by: 24).quotient
                if noon != date {
                    if date != .min { days[date] = day }
                    (date, day) = (noon, days[noon] ?? Day())
                }
                day.all += seconds
                if slot % 24 < 6 { day.night += seconds }
            }
        }
        if number != .min { weeks[number] = hours }
        if date != .min { days[date] = day }
    }

    /// The number of the week of an hour, counted from 1970-01-01T00:00 local, and its place in the week.
    static func week(of hour: Int64) -> (number: Int64, slot: Int64) {
        let (number, slot) = (hour + hoursToThursday).flooredDivision(by: Int64(hoursPerWeek))
        return (number, slot)
    }

    /// Whether any night was slept here: three hours of it.
    var hasNight: Bool { days.values.contains { $0.night >= Shift.sleep } }

    /// Seconds of all stays.
    let seconds: Int64
    /// Seconds of the longest stay.
    let longest: Int64
    /// From the first arrival to the last departure; nil where there is no stay.
    let span: Range<Int64>?

    /// The hours of all weeks.
    var hours: Hours {
        var sum = Hours()
        for hours in weeks.values.sorted(by: { $0.all < $1.all }) { sum += hours }
        return sum
    }
}

extension TimeZoneTable {
    /// Cuts a stretch of seconds at the full hours of the local clock; gives the hour, counted from
    /// 1970-01-01T00:00 local, and the seconds.
    ///
    /// An hour that the clock shows twice is given twice; of one that is skipped nothing is.
    func forEachHour(of seconds: Range<Int64>, _ body: (Int64, Int64) -> Void) {
        var second = seconds.lowerBound
        while second < seconds.upperBound {
            let span = span(at: second)
            let end = min(seconds.upperBound, end(ofSpan: span) ?? .max)
            var (hour, past) = (second + offset(ofSpan: span)).flooredDivision(by: 3600)
            while second < end {
                let part = min(3600 - past, end - second)
                body(hour, part)
                (second, hour, past) = (second + part, hour + 1, 0)
            }
        }
    }
}
