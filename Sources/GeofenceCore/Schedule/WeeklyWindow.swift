/// A stretch of local time that returns every week, such as Monday to Friday from 08:00 to 17:30 in Berlin.
///
/// The window of a day opens at `from` and closes at `to`, which no longer belongs to it. Where `to` is not
/// after `from` it closes on the following day, so 22:00 to 06:00 lasts eight hours, and a window whose ends
/// are equal a whole day. It belongs to the day on which it opens.
///
/// When the clocks change, the window stays one stretch: from the first moment at which the local clock shows
/// a time in [from, to) to the last. So where `from` is shown twice it opens at the first, and where the
/// clock comes up to `to` twice it closes at the second; where `from` or `to` is skipped, it opens or closes
/// at the moment of the jump; a window that is skipped as a whole does not open. A clock that is put back to
/// `to` exactly does not come up to it a second time.
public struct WeeklyWindow: Hashable, Sendable {
    /// The days on which it opens; at least one.
    public let days: Weekdays
    /// When it opens: seconds after the day's 00:00, 0 up to and without 86,400.
    public let from: Int
    /// When it closes: seconds after 00:00, 0 to 86,400; the latter is 24:00.
    public let to: Int
    /// Whose clocks count.
    public let timeZone: TimeZoneTable

    static let secondsPerDay: Int64 = 86_400
    static let secondsPerWeek: Int64 = 7 * secondsPerDay

    /// Makes a window.
    ///
    /// - Throws: `WeeklyWindowError` where there is no day, or a time is no time of a day.
    public init(days: Weekdays, from: Int, to: Int, timeZone: TimeZoneTable) throws(WeeklyWindowError) {
        let days = days.intersection(.all)
        guard !days.isEmpty else { throw .noDay }
        guard (0..<Int(Self.secondsPerDay)).contains(from) else { throw .from(from) }
        guard (0...Int(Self.secondsPerDay)).contains(to) else { throw .to(to) }
        (self.days, self.from, self.to, self.timeZone) = (days, from, to, timeZone)
    }

    /// Seconds from opening to closing by the local clock: above 0, at most a day.
    var length: Int64 {
        Int64(to - from) + (to > from ? 0 : Self.secondsPerDay)
    }
}
