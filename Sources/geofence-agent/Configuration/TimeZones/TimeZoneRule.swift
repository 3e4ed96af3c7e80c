/// How a zone's clocks go on year after year, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// Source: POSIX.1-2017, Base Definitions, section 8.3 (`TZ`), with hours up to 167 and signs as RFC 8536,
/// section 3.3.1, adds.
struct TimeZoneRule: Hashable {
    /// When the clocks are put forward and back, and the offset between.
    struct Summer: Hashable {
        /// Seconds that summer time is ahead of UTC.
        var offset: Int
        /// When it begins, by the clock of standard time.
        var start: YearlyMoment
        /// When it ends, by its own clock.
        var end: YearlyMoment
    }

    /// Seconds that standard time is ahead of UTC.
    let standard: Int
    /// Nil where the clocks don't change.
    let summer: Summer?

    /// Reads a rule; nil for anything else.
    init?(_ text: String) {
        var scanner = RuleScanner(text)
        guard scanner.name(), let west = scanner.time() else { return nil }
        standard = -west
        guard !scanner.isAtEnd else {
            summer = nil
            return
        }
        guard let summer = Self.summer(&scanner, standard: standard), scanner.isAtEnd else { return nil }
        self.summer = summer
    }

    private static func summer(_ scanner: inout RuleScanner, standard: Int) -> Summer? {
        guard scanner.name() else { return nil }
        var offset = standard + 3600
        if !scanner.isAt(",") {
            guard let west = scanner.time() else { return nil }
            offset = -west
        }
        guard scanner.consume(","), let start = YearlyMoment(&scanner), scanner.consume(","),
            let end = YearlyMoment(&scanner)
        else { return nil }
        return Summer(offset: offset, start: start, end: end)
    }

    /// The changes whose local dates a year has, in order.
    func changes(inYear year: Int64) -> [TimeZoneFile.Change] {
        guard let summer else { return [] }
        let start = summer.start.second(inYear: year) - Int64(standard)
        let end = summer.end.second(inYear: year) - Int64(summer.offset)
        return [
            TimeZoneFile.Change(second: start, offset: summer.offset),
            TimeZoneFile.Change(second: end, offset: standard),
        ].sorted { $0.second < $1.second }
    }
}
