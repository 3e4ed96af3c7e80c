extension Schedule {
    /// The first moment after another at which `isOpen` is no longer what it was at that one; nil where there
    /// is none.
    ///
    /// Where one window ends as another begins, or within it, nothing changes.
    ///
    /// - Complexity: O(windows), times the stretches that follow on each other without a gap: those of
    ///   a week or two, besides where no zone alone, but only several together leave no gap.
    public func nextChange(after time: Timestamp) -> Timestamp? {
        if let expires, time >= expires { return nil }
        if coversTheWeek { return expires }
        let second = time.wholeSeconds
        guard let end = closing(at: second) else { return opening(after: second) }
        let closing = endOfStretches(from: end).flatMap(Timestamp.init(wholeSeconds:))
        guard let expires, let closing else { return closing ?? expires }
        return min(closing, expires)
    }

    private func opening(after second: Int64) -> Timestamp? {
        var earliest: Int64?
        for window in windows {
            guard let opening = window.opening(after: second) else { continue }
            earliest = min(earliest ?? opening, opening)
        }
        guard let opening = earliest.flatMap(Timestamp.init(wholeSeconds:)) else { return nil }
        if let expires, opening >= expires { return nil }
        return opening
    }

    /// Goes on from the end of a stretch while another holds it; nil where that goes on for ever.
    ///
    /// Where a whole week is open and no clock changes for longer, all the weeks until then are as that one,
    /// and are left out.
    private func endOfStretches(from end: Int64) -> Int64? {
        var (end, week) = (end, end)
        while let later = closing(at: end) {
            if let expires, later > expires.wholeSeconds { return nil }
            end = later
            guard end - week >= WeeklyWindow.secondsPerWeek else { continue }
            guard let quiet = endOfQuiet(around: week) else { return nil }
            end = max(end, quiet)
            week = end
        }
        return end
    }

    /// The second up to which no change of clocks plays a part in what is open at another one and after it;
    /// nil for never.
    private func endOfQuiet(around second: Int64) -> Int64? {
        var end: Int64?
        for window in windows {
            guard let change = window.timeZone.nextChange(after: second - Self.reach) else { continue }
            end = min(end ?? .max, change - Self.reach)
        }
        return end
    }

    /// Seconds by which a change of clocks may be away from what it has a part in: a window's day, and twice
    /// the offset.
    private static let reach = 5 * WeeklyWindow.secondsPerDay
}
