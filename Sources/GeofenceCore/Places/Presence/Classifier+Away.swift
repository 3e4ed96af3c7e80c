extension Classifier {
    /// Seconds after which who is away from home has moved house: 24 days, three weeks and their weekends.
    private static let longestHoliday: Int64 = 24 * 86_400
    /// Days before home was left in which a habit was one.
    private static let habitDays: Int64 = 28

    /// Whether a zone is known from one stretch away from each of the homes.
    func isAway(_ index: Int, from homes: Set<Int>) -> Bool {
        !homes.isEmpty && homes.allSatisfy { isAway(index, from: $0) }
    }

    /// Whether a zone is known from one stretch away from a home, which was or may be a holiday.
    func isAway(_ index: Int, from home: Int) -> Bool {
        isOfOneStretch(index, awayFrom: home) && mayBeHoliday(index, awayFrom: home)
    }

    /// Whether all visits of a zone are of one stretch away from a home: home was known before it, and was
    /// visited between none of them.
    private func isOfOneStretch(_ index: Int, awayFrom home: Int) -> Bool {
        guard let span = presences[index].span, known[home] < known[index] else { return false }
        let stays = presences[home].stays
        let next = stays.partitioningIndex { $0.lowerBound > span.lowerBound }
        return next == stays.count || stays[next].upperBound >= span.upperBound
    }

    /// Whether a stretch away may be a holiday: for three weeks, or twice as long as home had been known
    /// before if that is less.
    ///
    /// Who goes on with a habit and comes back to the new place, such as from the old work, has moved there.
    private func mayBeHoliday(_ index: Int, awayFrom home: Int) -> Bool {
        guard let end = presences[index].span?.upperBound, known[index] < end else { return false }
        let longest = min(Self.longestHoliday, 2 * (known[index] - known[home]))
        guard end - known[index] < longest else { return false }
        return !presences.indices.contains { other in
            let stays = presences[other].stays
            let next = stays.partitioningIndex { $0.lowerBound >= known[index] }
            return next < stays.count && stays[next].upperBound <= end
                && isHabit(other, before: known[index])
        }
    }

    /// Whether a zone was visited on two days of the four weeks before a second, as far as is known.
    private func isHabit(_ index: Int, before second: Int64) -> Bool {
        guard let start = stays.first?.lowerBound, known[index] < second else { return false }
        if known[index] < start { return true }
        let left = timeZone.day(of: second)
        return presences[index].days.keys.count { left - Self.habitDays <= $0 && $0 < left } >= 2
    }
}
