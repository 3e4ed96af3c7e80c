/// Days of every year, or of one, from a date to another; both belong to it.
///
/// One whose end is before its beginning goes on past the end of the year.
public struct YearlySpan: Hashable, Sendable {
    /// The year that it is of; nil for every year.
    public let year: Int?
    /// The first day as 100 times its month plus its day: 1224 is 24 December.
    public let first: Int
    /// The last day, as the first.
    public let last: Int

    /// Makes a span; nil where a month is not 1 to 12, or a day not one that the month may have.
    public init?(year: Int? = nil, first: (month: Int, day: Int), last: (month: Int, day: Int)) {
        guard Self.isDate(first), Self.isDate(last) else { return nil }
        self.year = year
        self.first = 100 * first.month + first.day
        self.last = 100 * last.month + last.day
    }

    private static func isDate(_ date: (month: Int, day: Int)) -> Bool {
        (1...12).contains(date.month) && (1...longest[date.month - 1]).contains(date.day)
    }

    /// The days of a month, at most.
    static func days(in month: Int) -> Int { longest[month - 1] }

    private static let longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

    /// Whether a date belongs to it.
    func contains(_ date: CivilDate) -> Bool {
        let day = Int(100 * date.month + date.day)
        guard first > last else {
            return (first...last).contains(day) && year ?? Int(date.year) == Int(date.year)
        }
        if day >= first { return year ?? Int(date.year) == Int(date.year) }
        return day <= last && year ?? Int(date.year - 1) == Int(date.year - 1)
    }
}
