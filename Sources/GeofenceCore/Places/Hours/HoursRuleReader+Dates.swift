extension HoursRuleReader {
    private static let monthNames: [StaticString] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// A month as it stands there: of a year, or of every one.
    private struct Month {
        var year: Int?
        var number: Int
    }

    /// Reads months and dates; none where no month stands there.
    ///
    /// A day alone is of the month of the date before it, as in `Dec 25,26`.
    mutating func dates() throws(OpeningHoursError) -> [YearlySpan] {
        var known: Month?
        return try list { reader throws(OpeningHoursError) in try reader.dateSpan(&known) }
    }

    private mutating func dateSpan(_ known: inout Month?) throws(OpeningHoursError) -> YearlySpan? {
        let start = scanner.position
        let named = month()
        guard let first = named ?? known else { return nil }
        let day = dayOfMonth()
        guard named != nil || day != nil else { return nil }
        var (last, lastDay) = (first, day)
        if scanner.consume("-") { (last, lastDay) = try end(of: first, hasDay: day != nil) }
        let span = YearlySpan(
            year: first.year,
            first: (first.number, day ?? 1),
            last: (last.number, lastDay ?? YearlySpan.days(in: last.number))
        )
        let endYear = span.flatMap { span in first.year.map { span.first > span.last ? $0 + 1 : $0 } }
        guard let span, last.year == nil || last.year == endYear else {
            scanner.move(to: start)
            let isLonger = if let year = last.year, let endYear { year > endYear } else { false }
            throw scanner.error(isLonger ? .unsupported("a span of more than a year") : .date)
        }
        known = lastDay.map { _ in Month(year: endYear, number: last.number) }
        return span
    }

    /// Reads what stands behind the `-` of a span: a day of the same month, or another month.
    private mutating func end(of first: Month, hasDay: Bool) throws(OpeningHoursError) -> (Month, day: Int?) {
        if let month = month() { return (month, dayOfMonth()) }
        guard hasDay, let day = dayOfMonth() else { throw scanner.error(.date) }
        return (Month(year: nil, number: first.number), day)
    }

    /// A month, which a year may stand before.
    private mutating func month() -> Month? {
        let start = scanner.position
        let year = scanner.number(digits: 4...4)
        guard let month = scanner.word(of: Self.monthNames) else {
            scanner.move(to: start)
            return nil
        }
        return Month(year: year, number: month + 1)
    }

    /// A number that is neither the hour of a time nor the beginning of a year.
    private mutating func dayOfMonth() -> Int? {
        let start = scanner.position
        guard let day = scanner.number(digits: 1...2),
            !(scanner.next.map { (0x30...0x3A).contains($0) } ?? false)
        else {
            scanner.move(to: start)
            return nil
        }
        return day
    }
}
