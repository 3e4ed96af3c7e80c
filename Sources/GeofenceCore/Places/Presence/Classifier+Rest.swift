extension Classifier {
    /// Days over which it is asked where the person lives now.
    private static let recentDays: Int64 = 28
    /// Days of rest that are the least to live somewhere beside a home.
    private static let leastRest = 4
    /// Share of the recent days, or of those since the first rest there, that are rested where one lives.
    private static let mostRest = 0.8
    /// Days over which it is asked whether a home was left.
    private static let daysToLeave: Int64 = 56
    /// Of these, the least of rest at another home.
    private static let daysElsewhere = 42
    /// Of these, the most of rest at a home that was left: some visits.
    private static let daysOfVisits = 4

    /// The days, from noon to noon, on which the person rested at each zone: where most of the day was spent,
    /// and three hours at least.
    static func restDays(_ presences: [Presence]) -> [[Int64]] {
        var most: [Int64: (seconds: Int64, zone: Int)] = [:]
        for (zone, presence) in presences.enumerated() {
            for (day, seconds) in presence.days where seconds.all >= Shift.sleep {
                if let best = most[day], (best.seconds, zone) >= (seconds.all, best.zone) { continue }
                most[day] = (seconds.all, zone)
            }
        }
        var days = [[Int64]](repeating: [], count: presences.count)
        for (day, best) in most { days[best.zone].append(day) }
        return days.map { $0.sorted() }
    }

    /// Whether the person has ever rested at a zone on nearly all of the recent days, four at least.
    ///
    /// Days before the first rest there do not count, unless the zone had been known for long by then, as of
    /// a relative: who stays there for some weeks has not moved yet. What was found once stays found.
    func hasSettled(_ index: Int) -> Bool {
        let days = restDays[index]
        guard let first = days.first, let start = stays.first?.lowerBound else { return false }
        let seen = timeZone.day(of: known[index])
        let isNew = known[index] >= start && first - seen < Self.recentDays
        var oldest = 0
        for (position, day) in days.enumerated() {
            let from = max(isNew ? first : seen, day - Self.recentDays + 1)
            while days[oldest] < from { oldest += 1 }
            let rested = position + 1 - oldest
            if rested >= Self.leastRest, Double(rested) >= Self.mostRest * Double(day - from + 1) {
                return true
            }
        }
        return false
    }

    /// How many of the last days were rested at a zone.
    func recentRest(_ index: Int, days count: Int64 = Self.recentDays) -> Int {
        let days = restDays[index]
        return days.count - days.partitioningIndex { $0 > today - count }
    }

    /// Whether a home that is no new one was left for another: in eight weeks hardly a day was rested there,
    /// and most were at the other.
    func isLeft(_ index: Int, for homes: Set<Int>) -> Bool {
        timeZone.day(of: known[index]) <= today - Self.daysToLeave
            && recentRest(index, days: Self.daysToLeave) <= Self.daysOfVisits
            && homes.contains { recentRest($0, days: Self.daysToLeave) >= Self.daysElsewhere }
    }

    /// Whether a work place was left for another one: not seen lately, while the other was.
    func isLeft(_ index: Int, among works: [Double]) -> Bool {
        let recent = end - Self.recentDays * 86_400
        guard let last = presences[index].span?.upperBound, last < recent else { return false }
        return works.indices.contains { other in
            works[other] >= Self.isWork && (presences[other].span?.upperBound ?? 0) >= recent
                && presences[other].shifts().count { $0.span.lowerBound > last && $0.isLong } >= 5
        }
    }
}

extension TimeZoneTable {
    /// The number of the day from noon to noon, counted from 1970-01-01, that a second belongs to.
    func day(of second: Int64) -> Int64 {
        (local(second) + 43_200).flooredDivision(by: 86_400).quotient
    }

    /// Seconds since 1970-01-01T00:00 by the local clock.
    func local(_ second: Int64) -> Int64 { second + offset(ofSpan: span(at: second)) }
}
