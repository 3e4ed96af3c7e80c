/// From local time to the moments that show it.
///
/// A span is the time between two changes; span 0 ends at the first change. Local seconds are counted from
/// 1970-01-01T00:00 of the local calendar.
extension TimeZoneTable {
    /// The first second at which the local clock shows that time or a later one.
    ///
    /// Of a time that is shown twice it is the first; of a time that is skipped, the moment of the jump.
    func firstSecond(reaching local: Int64) -> Int64 {
        var span = span(at: local - Int64(Self.maximumOffset))
        while let end = end(ofSpan: span), end + offset(ofSpan: span) <= local { span += 1 }
        let second = local - offset(ofSpan: span)
        return start(ofSpan: span).map { max($0, second) } ?? second
    }

    /// The first second after the last one at which the local clock shows an earlier time.
    ///
    /// Of a time that the clock reaches twice it is the second; of a time that is skipped, the moment of the
    /// jump.
    func endOfSeconds(before local: Int64) -> Int64 {
        var span = span(at: local + Int64(Self.maximumOffset))
        while let start = start(ofSpan: span), start + offset(ofSpan: span) >= local { span -= 1 }
        let second = local - offset(ofSpan: span)
        return end(ofSpan: span).map { min($0, second) } ?? second
    }

    /// The first change of clocks after a second.
    func nextChange(after second: Int64) -> Int64? {
        end(ofSpan: span(at: second))
    }

    /// The span that holds a second: how many changes are not after it.
    func span(at second: Int64) -> Int {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].second <= second { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Seconds that local time is ahead of UTC.
    func offset(ofSpan span: Int) -> Int64 {
        Int64(span == 0 ? firstOffset : changes[span - 1].offset)
    }

    private func start(ofSpan span: Int) -> Int64? {
        span == 0 ? nil : changes[span - 1].second
    }

    /// When a span ends; nil for the last.
    func end(ofSpan span: Int) -> Int64? {
        span < changes.count ? changes[span].second : nil
    }
}

extension TimeZoneTable.Change {
    /// Seconds since 1970-01-01T00:00:00Z.
    var second: Int64 { from.milliseconds / 1000 }
}

extension Timestamp {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    var wholeSeconds: Int64 { milliseconds.flooredDivision(by: 1000).quotient }

    /// The moment that many seconds after 1970-01-01T00:00:00Z; nil where that is out of range.
    init?(wholeSeconds: Int64) {
        let (milliseconds, overflow) = wholeSeconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return nil }
        self.init(milliseconds: milliseconds)
    }
}
