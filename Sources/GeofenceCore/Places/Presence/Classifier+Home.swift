extension Classifier {
    /// A zone is home from this score on.
    private static let isHome = 0.5
    /// The zone with the best score is home from here on: a person with two homes may have neither above a
    /// half.
    private static let isBestHome = 0.35
    /// Hours of weekends that are the least to take shares of: half of one.
    ///
    /// Of the first hours of a first weekend nobody knows whose they are.
    private static let leastWeekend = 24.0
    /// Times the hours of a zone that another one must have for it to be where somebody lives who only works
    /// here.
    private static let livesElsewhere = 1.25

    func homeScore(_ index: Int) -> Double {
        let own = presences[index]
        guard own.hours.night >= Self.leastNight * own.hours.all,
            own.hasDays(Self.leastDays, of: 3, timeZone)
        else {
            return 0
        }
        var (mine, life) = (Presence.Hours(), Presence.Hours())
        for week in own.weeks.keys.sorted() {
            for presence in presences { if let hours = presence.weeks[week] { life += hours } }
            if let hours = own.weeks[week] { mine += hours }
        }
        func share(_ part: Double, _ whole: Double) -> Double { whole > 0 ? part / whole : 0 }
        let weekend = share(mine.weekend, max(life.weekend, Self.leastWeekend))
        return (2 * share(mine.all, life.all) + share(mine.night, life.night) + weekend) / 4
    }

    /// The best zone, and those that are as good; none that is only worked at or only known from a stretch
    /// away.
    func homeZones(_ scores: [Double]) -> Set<Int> {
        let order = scores.indices.filter { scores[$0] >= Self.isBestHome && !isOnlyWorkedAt($0) }.sorted {
            a,
            b in
            (scores[a] * Double(presences[a].seconds), b) > (scores[b] * Double(presences[b].seconds), a)
        }
        let best = order.first { zone in !order.contains { isStillAway(zone, from: $0) } }
        guard let best else { return [] }
        let others = order.filter { $0 != best && scores[$0] >= Self.isHome && !isAway($0, from: best) }
        return Set([best] + others)
    }

    /// Whether the person goes from a zone's regular shifts to rest where more of life is.
    private func isOnlyWorkedAt(_ index: Int) -> Bool {
        let seconds = Double(presences[index].seconds)
        return presences.indices.contains { other in
            Double(presences[other].seconds) >= Self.livesElsewhere * seconds
                && isOnlyWorkedAt(index, from: other)
        }
    }
}
