extension OpeningHours {
    /// Whether a place whose clocks are those of a zone is open at a moment.
    ///
    /// When the clocks change, a span stays one stretch, as `WeeklyWindow` says.
    public func isOpen(at time: Timestamp, in zone: TimeZoneTable) -> Bool {
        closing(at: time.wholeSeconds, in: zone) != nil
    }

    /// The first moment after another at which `isOpen` is no longer what it was at that one; nil where there is none in 8 years.
    ///
    /// Where one span ends as another begins, or within it, nothing changes.
    public func nextChange(after time: Timestamp, in zone: TimeZoneTable) -> Timestamp? {
        let second = time.wholeSeconds
        guard rules != Self.always.rules else { return nil }
        let change =
            closing(at: second, in: zone) == nil
            ? opening(after: second, in: zone) : end(of: second, in: zone)
        return change.flatMap(Timestamp.init(wholeSeconds:))
    }

    /// Days to search: until 29 February has come again, also around a year of a hundred that has none.
    private static let searchedDays: Int64 = 8 * 366 + 2

    /// When the longest stretch that holds a second ends; nil where none does.
    private func closing(at second: Int64, in zone: TimeZoneTable) -> Int64? {
        let reach = Int64(TimeZoneTable.maximumOffset)
        var closing: Int64?
        let days = Self.day(of: second - reach) - 2...Self.day(of: second + reach)
        for day in days {
            for span in spans(ofDay: day) {
                guard let stretch = Self.stretch(span, day, zone), stretch.contains(second) else { continue }
                closing = max(closing ?? stretch.upperBound, stretch.upperBound)
            }
        }
        return closing
    }

    private func opening(after second: Int64, in zone: TimeZoneTable) -> Int64? {
        let first = Self.day(of: second - Int64(TimeZoneTable.maximumOffset)) - 1
        for day in first...(first + Self.searchedDays) {
            let openings = spans(ofDay: day).compactMap { Self.stretch($0, day, zone)?.lowerBound }
            if let next = openings.filter({ $0 > second }).min() { return next }
        }
        return nil
    }

    /// Goes on from stretch to stretch while another holds the end of the one before.
    private func end(of second: Int64, in zone: TimeZoneTable) -> Int64? {
        var end = second
        while let later = closing(at: end, in: zone) {
            guard later - second < Self.searchedDays * WeeklyWindow.secondsPerDay else { return nil }
            end = later
        }
        return end
    }

    /// The seconds that a span of a day lasts; nil where the clocks jump over it.
    private static func stretch(_ span: DaySpan, _ day: Int64, _ zone: TimeZoneTable) -> Range<Int64>? {
        let midnight = day * WeeklyWindow.secondsPerDay
        let opening = zone.firstSecond(reaching: midnight + 60 * Int64(span.from))
        let closing = zone.endOfSeconds(before: midnight + 60 * Int64(span.to))
        return opening < closing ? opening..<closing : nil
    }

    /// The spans that open on a day, counted from 1970-01-01, by the rules that hold for it.
    private func spans(ofDay day: Int64) -> [DaySpan] {
        let (weekday, date) = (Weekdays(day: day), CivilDate(days: day))
        var spans: [DaySpan] = []
        for rule in rules where rule.holds(weekday, date) { rule.change(&spans) }
        return spans
    }

    private static func day(of second: Int64) -> Int64 {
        second.flooredDivision(by: WeeklyWindow.secondsPerDay).quotient
    }
}

extension OpeningHours.Rule {
    fileprivate func holds(_ weekday: Weekdays, _ date: CivilDate) -> Bool {
        days.contains(weekday) && (dates.isEmpty || dates.contains { $0.contains(date) })
    }

    /// Changes the hours of one of its days.
    fileprivate func change(_ hours: inout [DaySpan]) {
        switch (isOff, spans.isEmpty) {
        case (true, true): hours = []
        case (true, false): for span in spans { hours = hours.flatMap { $0.without(span) } }
        case (false, _): hours = (isAddition ? hours : []) + (spans.isEmpty ? [.day] : spans)
        }
    }
}
