extension Classifier {
    /// Seconds after which who is away from home has moved house: 21 days, a long holiday.
    private static let longestHoliday: Int64 = 21 * 86_400

    /// Whether a zone is known from one stretch away from each of the homes.
    func isAway(_ index: Int, from homes: Set<Int>) -> Bool {
        !homes.isEmpty && homes.allSatisfy { isAway(index, from: $0) }
    }

    /// Whether a zone is known from one stretch away from a home, which is over or may be a holiday that
    /// lasts.
    func isAway(_ index: Int, from home: Int) -> Bool {
        guard let stretch = stretch(of: index, awayFrom: home) else { return false }
        return stretch.isOver || mayBeHoliday(index, since: stretch.left, home)
    }

    /// Whether a zone is known from a stretch away from a home that lasts and may be a holiday.
    func isStillAway(_ index: Int, from home: Int) -> Bool {
        guard let stretch = stretch(of: index, awayFrom: home), !stretch.isOver else { return false }
        return mayBeHoliday(index, since: stretch.left, home)
    }

    /// When home was left for all visits of a zone, and whether it was returned to since; nil where home was
    /// before none of them, or between.
    private func stretch(of index: Int, awayFrom home: Int) -> (left: Int64, isOver: Bool)? {
        guard let span = presences[index].span else { return nil }
        let stays = presences[home].stays
        guard let left = stays.last(where: { $0.upperBound <= span.lowerBound })?.upperBound,
            !stays.contains(where: { $0.lowerBound > span.lowerBound && $0.upperBound < span.upperBound })
        else { return nil }
        return (left, stays.contains { $0.lowerBound >= span.upperBound })
    }

    /// Whether a stretch away that lasts may be a holiday: for three weeks, or twice as long as home had been
    /// known before if that is less.
    ///
    /// Who goes to a place known before and comes back to the new one, such as the old work, has moved there.
    private func mayBeHoliday(_ index: Int, since left: Int64, _ home: Int) -> Bool {
        guard let span = presences[index].span, let known = presences[home].span,
            end - left < min(Self.longestHoliday, 2 * (left - known.lowerBound))
        else { return false }
        return !presences.contains { other in
            (other.span?.lowerBound ?? left) < left
                && other.stays.contains {
                    span.lowerBound <= $0.lowerBound && $0.upperBound <= span.upperBound
                }
        }
    }
}
