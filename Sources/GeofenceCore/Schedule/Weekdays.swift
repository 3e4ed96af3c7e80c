/// Days of the week.
public struct Weekdays: OptionSet, Hashable, Sendable {
    /// One bit a day: bit 0 is Monday, bit 6 Sunday.
    public let rawValue: UInt8

    /// Takes the bits as they are; those above the seventh mean nothing.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Monday.
    public static let monday = Weekdays(rawValue: 1 << 0)
    /// Tuesday.
    public static let tuesday = Weekdays(rawValue: 1 << 1)
    /// Wednesday.
    public static let wednesday = Weekdays(rawValue: 1 << 2)
    /// Thursday.
    public static let thursday = Weekdays(rawValue: 1 << 3)
    /// Friday.
    public static let friday = Weekdays(rawValue: 1 << 4)
    /// Saturday.
    public static let saturday = Weekdays(rawValue: 1 << 5)
    /// Sunday.
    public static let sunday = Weekdays(rawValue: 1 << 6)
    /// Every day.
    public static let all = Weekdays(rawValue: 0b111_1111)

    /// The weekday of the day that many days after 1970-01-01, which was a Thursday.
    init(day: Int64) {
        let weekday = (day + 3).flooredDivision(by: 7).remainder
        self.init(rawValue: 1 << UInt8(truncatingIfNeeded: weekday))
    }
}
