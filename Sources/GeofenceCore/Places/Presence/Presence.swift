/// When a person was at a zone, by the local clock.
struct Presence {
    /// Hours of a week.
    struct Hours: Hashable {
        var all = 0.0
        /// From 0:00 to 6:00.
        var night = 0.0
        /// On Saturdays and Sundays.
        var weekend = 0.0

        static func += (a: inout Hours, b: Hours) {
            a.all += b.all
            a.night += b.night
            a.weekend += b.weekend
        }
    }

    /// Seconds since 1970 of each stay, by their beginnings.
    let stays: [Range<Int64>]
    /// Hours by hour of the week, Monday 0:00 first.
    private(set) var week = [Double](repeating: 0, count: Self.hoursPerWeek)
    /// By number of the week: ISO weeks, which begin on Mondays, counted on and on, so that no two years share one.
    private(set) var weeks: [Int64: Hours] = [:]

    static let hoursPerWeek = 168
    /// 1970-01-01 was a Thursday.
    private static let hoursToThursday: Int64 = 72

    init(_ stays: [Range<Int64>], _ timeZone: TimeZoneTable) {
        self.stays = stays.sorted { $0.lowerBound < $1.lowerBound }
        for stay in self.stays {
            timeZone.forEachHour(of: stay) { hour, seconds in add(hour: hour, Double(seconds) / 3600) }
        }
    }

    /// Takes a part of an hour, counted from 1970-01-01T00:00 of the local clock.
    private mutating func add(hour: Int64, _ part: Double) {
        let (number, slot) = (hour + Self.hoursToThursday).flooredDivision(by: Int64(Self.hoursPerWeek))
        week[Int(slot)] += part
        weeks[number, default: Hours()] += Hours(
            all: part,
            night: slot % 24 < 6 ? part : 0,
            weekend: slot >= 5 * 24 ? part : 0
        )
    }

    /// Seconds of all stays.
    var seconds: Int64 { stays.reduce(0) { $0 + Int64($1.count) } }

    /// The hours of all weeks.
    var hours: Hours {
        var sum = Hours()
        for hours in weeks.values.sorted(by: { $0.all < $1.all }) { sum += hours }
        return sum
    }
}

extension TimeZoneTable {
    /// Cuts a stretch of seconds at the full hours of the local clock; gives the hour, counted from 1970-01-01T00:00 local, and the seconds.
    ///
    /// An hour that the clock shows twice is given twice; of one that is skipped nothing is.
    func forEachHour(of seconds: Range<Int64>, _ body: (Int64, Int64) -> Void) {
        var second = seconds.lowerBound
        while second < seconds.upperBound {
            let offset = offset(ofSpan: span(at: second))
            let (hour, past) = (second + offset).flooredDivision(by: 3600)
            var end = min(seconds.upperBound, second + 3600 - past)
            if let change = nextChange(after: second) { end = min(end, change) }
            body(hour, end - second)
            second = end
        }
    }
}
