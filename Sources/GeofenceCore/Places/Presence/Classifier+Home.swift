extension Classifier {
    /// A zone is home from this score on: a person with two homes may have neither above a half.
    private static let isHome = 0.35
    /// Hours of weekends that are the least to take shares of: half of one.
    ///
    /// Of the first hours of a first weekend nobody knows whose they are.
    private static let leastWeekend = 24.0
    /// Times the hours of a zone that another one must have for it to be where somebody lives who only works
    /// here.
    private static let livesElsewhere = 1.25
    /// The last weeks of a zone that say how it is now.
    private static let recentWeeks = 4

    /// The share of life that is at a zone, of all its weeks or of the last ones if that is more; 0 for one
    /// where the person has slept at no night.
    func homeScore(_ index: Int) -> Double {
        let own = presences[index]
        guard own.hours.night >= Self.leastNight * own.hours.all, own.hasNight,
            own.stays.count >= Self.leastDays, own.hasDays(Self.leastDays, of: 3, timeZone)
        else {
            return 0
        }
        let (weeks, isSettled) = (own.weeks.keys.sorted(), hasSettled(index))
        let shares = weeks.enumerated().map { position, week in
            var life = Presence.Hours()
            if isSettled, position == 0 {
                life = hours(of: week, since: own.stays.first?.lowerBound ?? 0)
            } else {
                for presence in presences { if let hours = presence.weeks[week] { life += hours } }
            }
            return (mine: own.weeks[week] ?? Presence.Hours(), life: life)
        }
        let score = Self.score(shares[...])
        return isSettled ? max(score, Self.score(shares.suffix(Self.recentWeeks))) : score
    }

    private static func score(_ weeks: ArraySlice<(mine: Presence.Hours, life: Presence.Hours)>) -> Double {
        var (mine, life) = (Presence.Hours(), Presence.Hours())
        for week in weeks {
            mine += week.mine
            life += week.life
        }
        func share(_ part: Double, _ whole: Double) -> Double { whole > 0 ? part / whole : 0 }
        let weekend = share(mine.weekend, max(life.weekend, leastWeekend))
        return (2 * share(mine.all, life.all) + share(mine.night, life.night) + weekend) / 4
    }

    /// The hours of all zones in a week, those of stays that began before a second left out.
    private func hours(of week: Int64, since second: Int64) -> Presence.Hours {
        var hours = Presence.Hours()
        for stay in stays[stays.partitioningIndex { $0.lowerBound >= second }...] {
            var isOver = false
            timeZone.forEachHour(of: stay) { hour, seconds in
                let (number, slot) = Presence.week(of: hour)
                if number == week { hours.add(Double(seconds) / 3600, slot: slot) } else { isOver = true }
            }
            if isOver { break }
        }
        return hours
    }

    /// The best zone, where the person has settled if that is said of any, and the others of those; none that
    /// is only worked at or only known from a stretch away.
    func homeZones(_ scores: [Double]) -> Set<Int> {
        let candidates = scores.indices.filter { scores[$0] >= Self.isHome && !isOnlyWorkedAt($0) }
        let lived = candidates.filter { zone in !candidates.contains { isAway(zone, from: $0) } }
        let settled = lived.filter(hasSettled)
        guard settled.isEmpty else { return Set(settled) }
        let best = lived.max { a, b in
            (recentRest(a), scores[a] * Double(presences[a].seconds), b)
                < (recentRest(b), scores[b] * Double(presences[b].seconds), a)
        }
        return best.map { [$0] } ?? []
    }

    /// Whether the person goes from a zone's regular shifts to rest where more of life is since it was first
    /// seen.
    private func isOnlyWorkedAt(_ index: Int) -> Bool {
        guard let first = presences[index].span?.lowerBound, first < end else { return false }
        let seconds = Double(presences[index].seconds)
        return presences.indices.contains { other in
            Double(presences[other].seconds(within: first..<end)) >= Self.livesElsewhere * seconds
                && isOnlyWorkedAt(index, from: other)
        }
    }
}
