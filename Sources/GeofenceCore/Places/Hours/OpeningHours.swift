/// When a place is open: the common part of the `opening_hours` syntax of OpenStreetMap.
///
/// Rules are separated by `;`. Each has days, times, or both:
/// `Mo-Fr 08:00-12:00,13:00-17:30; Sa 09:00-13:00; Su off`. For a day the last rule that names it counts, and
/// takes the place of those before it; so `off` closes a day, and with times (`Mo-Su 12:00-13:00 off`) takes
/// those alone out. A rule after a comma (`Mo-Fr 08:00-12:00, We 14:00-18:00`) adds to what stands before.
/// Days are `Mo` to `Su`, lists and ranges of them, also around the end of the week; before them may stand
/// months (`Nov-Feb`) or dates (`Dec 24`, `Dec 24-26`, `Dec 25,26`, `Dec 20-Jan 6`, `2026 May 1`,
/// `2026 Dec 20-2027 Jan 6`). A span that ends at or before its beginning, or after 24:00, goes on past
/// midnight and belongs to the day on which it opens. `24/7` is always. Texts in quotation marks are
/// comments. Capitals make no difference.
///
/// Public and school holidays (`PH`, `SH`) need a calendar that isn't here: what is said of them is left out
/// and reported in `unsupported`. Sunrise, weeks, variable dates, `||` and times with an open end are errors.
///
/// Source: the specification at https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification, version
/// 0.7.3.
public struct OpeningHours: Hashable, Sendable {
    /// The rules in their order.
    public let rules: [Rule]
    /// The parts that say something of public or school holidays, such as `PH off`, as they were written.
    public let unsupported: [String]

    /// Days, and what they do to the hours of those days.
    public struct Rule: Hashable, Sendable {
        /// The dates on which it holds; empty for all.
        public var dates: [YearlySpan]
        /// The days of the week on which it holds.
        public var days: Weekdays
        /// When it opens or closes; empty for the whole day.
        public var spans: [DaySpan]
        /// Whether its times are those at which the place is closed.
        public var isOff: Bool
        /// Whether it adds to what the rules before it say of its days.
        public var isAddition: Bool

        /// Makes a rule.
        public init(
            dates: [YearlySpan] = [],
            days: Weekdays = .all,
            spans: [DaySpan],
            isOff: Bool = false,
            isAddition: Bool = false
        ) {
            (self.dates, self.days, self.spans) = (dates, days, spans)
            (self.isOff, self.isAddition) = (isOff, isAddition)
        }
    }

    /// Makes hours of rules in their order; with none, a place is never open.
    public init(rules: [Rule], unsupported: [String] = []) {
        (self.rules, self.unsupported) = (rules, unsupported)
    }
}
