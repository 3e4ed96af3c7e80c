internal import CLibrary

/// A local time on a day that each year has.
///
/// Source: POSIX.1-2017, Base Definitions, section 8.3 (`TZ`): `Jn`, `n` and `Mm.w.d`, with `/time` after it.
struct YearlyMoment: Hashable {
    /// A day that each year has.
    enum Day: Hashable {
        /// 1 to 365; 29 February is not counted.
        case withoutLeapDay(Int64)
        /// 0 to 365.
        case ofYear(Int64)
        /// Month 1 to 12, week 1 to 5 (the last), weekday 0 (Sunday) to 6.
        case ofMonth(Int64, week: Int64, weekday: Int64)
    }

    /// The day.
    var day: Day
    /// Seconds after its 00:00, from a week before to a week after.
    var time: Int

    /// Reads one; 02:00 where no time is said.
    init?(_ scanner: inout RuleScanner) {
        guard let day = Self.day(&scanner) else { return nil }
        self.day = day
        guard scanner.consume("/") else {
            time = 7200
            return
        }
        guard let time = scanner.time() else { return nil }
        self.time = time
    }

    private static func day(_ scanner: inout RuleScanner) -> Day? {
        if scanner.consume("J") { return scanner.number(1...365).map { .withoutLeapDay(Int64($0)) } }
        guard scanner.consume("M") else { return scanner.number(0...365).map { .ofYear(Int64($0)) } }
        guard let month = scanner.number(1...12), scanner.consume("."), let week = scanner.number(1...5),
            scanner.consume("."), let weekday = scanner.number(0...6)
        else { return nil }
        return .ofMonth(Int64(month), week: Int64(week), weekday: Int64(weekday))
    }

    /// Local seconds from 1970-01-01T00:00 to it.
    func second(inYear year: Int64) -> Int64 {
        day.days(inYear: year) * 86_400 + Int64(time)
    }
}

extension YearlyMoment.Day {
    /// Days from 1970-01-01.
    fileprivate func days(inYear year: Int64) -> Int64 {
        let newYear = Self.first(ofMonth: 1, year)
        switch self {
        case .ofYear(let day): return newYear + day
        case .withoutLeapDay(let day):
            let isLeapYear = Self.first(ofMonth: 13, year) - newYear == 366
            return newYear + day - (isLeapYear && day >= 60 ? 0 : 1)
        case .ofMonth(let month, let week, let weekday):
            let first = Self.first(ofMonth: month, year)
            // 1970-01-04 was a Sunday.
            let day = first + ((weekday - first + 3) % 7 + 7) % 7 + (week - 1) * 7
            return day < Self.first(ofMonth: month + 1, year) ? day : day - 7
        }
    }

    /// Days from 1970-01-01 to the first of a month; month 13 is the next January.
    private static func first(ofMonth month: Int64, _ year: Int64) -> Int64 {
        var date = tm()
        (date.tm_year, date.tm_mon, date.tm_mday) = (Int32(year - 1900), Int32(month - 1), 1)
        return Int64(timegm(&date)) / 86_400
    }
}
