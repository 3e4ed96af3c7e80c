/// A day of the proleptic Gregorian calendar.
///
/// Source of both conversions: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms",
/// https://howardhinnant.github.io/date_algorithms.html (`days_from_civil`, `civil_from_days`): years begin
/// in March, so that the leap day is the last, and are grouped in eras of 400 years, all of 146,097 days.
package struct CivilDate: Hashable, Sendable {
    /// Astronomical: year 0 is 1 BC.
    let year: Int64
    /// 1 to 12.
    let month: Int64
    /// 1 to 31.
    let day: Int64

    static let millisecondsPerDay: Int64 = 86_400_000
    private static let daysPerEra: Int64 = 146_097
    /// Days from 0000-03-01 to 1970-01-01.
    private static let epoch: Int64 = 719_468

    /// The day that many days after 1970-01-01, for any day that a `Timestamp` can name.
    init(days: Int64) {
        let (era, dayOfEra) = (days + Self.epoch).flooredDivision(by: Self.daysPerEra)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The day by its name; nil where the calendar has none such, or the year is not within 0…9999.
    package init?(year: Int64, month: Int64, day: Int64) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        self.init(unchecked: year, month, day)
        guard day <= 28 || CivilDate(days: days) == self else { return nil }
    }

    private init(unchecked year: Int64, _ month: Int64, _ day: Int64) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Days since 1970-01-01.
    package var days: Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = marchYear.flooredDivision(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysPerEra + dayOfEra - Self.epoch
    }
}

extension Int64 {
    /// Quotient rounded down and remainder of 0 or more; the divisor is above 0.
    func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
