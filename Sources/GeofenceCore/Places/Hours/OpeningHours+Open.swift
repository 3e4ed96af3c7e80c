extension OpeningHours {
    /// Whether a place whose clocks are those of a zone is open at a moment.
    ///
    /// When the clocks change, a span stays one stretch, as `WeeklyWindow` says.
    public func isOpen(at time: Timestamp, in zone: TimeZoneTable) -> Bool {
        let (second, reach) = (time.wholeSeconds, Int64(TimeZoneTable.maximumOffset))
        // A span may last until 48:00, and clocks may be set: those of two days before count as well.
        return (Self.day(of: second - reach) - 2...Self.day(of: second + reach)).contains { day in
            spans(ofDay: day).contains { Self.stretch($0, day, zone)?.contains(second) == true }
        }
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
