/// Tells which zones are home and which are work, from when the person was there.
///
/// Home is where most of life is: most hours, the nights off, the weekends. Shares are taken of the weeks in which the zone was visited at
/// all, so an old home and a new one are both home. Work is where regular stays of some hours are on several days a week, and that is
/// not home; a night there counts only if the person sleeps at home the day after.
struct Classifier {
    let presences: [Presence]
    let centres: [Coordinate]
    let timeZone: TimeZoneTable

    /// A zone whose share of all hours is below this is not recurrent.
    private static let leastShare = 0.05
    /// A zone is home from this score on.
    private static let isHome = 0.5
    /// The zone with the best score is home from here on: a person with two homes may have neither above a half.
    private static let isBestHome = 0.35
    /// Nobody lives where less than this share of the time is between 0:00 and 6:00, which are a quarter of the day.
    private static let leastNight = 0.05
    /// Days with a stay of some hours that it takes to be home or work: fewer are no habit.
    private static let leastDays = 3
    /// A zone is work from this score on: regular stays on 1.5 days a week.
    private static let isWork = 0.5
    /// Regular stays a week that make the full score.
    private static let fullWeek = 3.0
    /// Metres; what is so near home is not told apart from it.
    private static let nearHome = 150.0

    /// The scores of each zone.
    func scores() -> [ZoneScores] {
        let recurrent = recurrentZones()
        let home = presences.indices.map { recurrent[$0] ? homeScore($0) : 0 }
        let homes = homeZones(home)
        let work = presences.indices.map { recurrent[$0] && !homes.contains($0) ? workScore($0, homes) : 0 }
        return presences.indices.map { index in
            var labels: [ZoneLabel] = []
            if homes.contains(index) { labels.append(.home) }
            if work[index] >= Self.isWork { labels.append(.work) }
            return ZoneScores(
                home: home[index],
                work: work[index],
                labels: labels.isEmpty ? [.other] : labels
            )
        }
    }

    /// Zones with 5 % of all hours that were visited in as many weeks as zones are in the mean, or in half of all weeks.
    ///
    /// The second holds where there are few zones and all are visited often: the mean is then no measure.
    private func recurrentZones() -> [Bool] {
        let seconds = presences.reduce(0) { $0 + $1.seconds }
        let weeks = presences.reduce(0) { $0 + $1.weeks.count }
        let life = Set(presences.flatMap(\.weeks.keys)).count
        return presences.map { presence in
            let isLong = Double(presence.seconds) >= Self.leastShare * Double(seconds)
            let count = presence.weeks.count
            return isLong && (count * presences.count >= weeks || 2 * count >= life)
        }
    }

    private func homeScore(_ index: Int) -> Double {
        let own = presences[index]
        guard own.hours.night >= Self.leastNight * own.hours.all, own.days(of: 3, timeZone) >= Self.leastDays
        else {
            return 0
        }
        var (mine, life) = (Presence.Hours(), Presence.Hours())
        for week in own.weeks.keys.sorted() {
            for presence in presences { if let hours = presence.weeks[week] { life += hours } }
            if let hours = own.weeks[week] { mine += hours }
        }
        func share(_ part: Double, _ whole: Double) -> Double { whole > 0 ? part / whole : 0 }
        let all = share(mine.all, life.all)
        return (2 * all + share(mine.night, life.night) + share(mine.weekend, life.weekend)) / 4
    }

    /// The best zone, and those that are as good and no mere holiday from it.
    private func homeZones(_ scores: [Double]) -> Set<Int> {
        let order = scores.indices.sorted { a, b in
            (scores[a] * Double(presences[a].seconds), b) > (scores[b] * Double(presences[b].seconds), a)
        }
        guard let best = order.first, scores[best] >= Self.isBestHome else { return [] }
        let others = order.dropFirst().filter { scores[$0] >= Self.isHome && !isHoliday($0, from: best) }
        return Set([best] + others)
    }

    /// Whether a zone was visited in one stretch only, between two stays at home.
    private func isHoliday(_ index: Int, from home: Int) -> Bool {
        guard let first = presences[index].stays.first?.lowerBound,
            let last = presences[index].stays.last?.upperBound
        else { return false }
        let stays = presences[home].stays
        let isBetween = stays.contains { $0.upperBound <= first } && stays.contains { $0.lowerBound >= last }
        return isBetween && !stays.contains { $0.lowerBound > first && $0.upperBound < last }
    }

    /// Regular stays a week, and how much of all time there they are.
    private func workScore(_ index: Int, _ homes: Set<Int>) -> Double {
        guard !homes.contains(where: { Geodesic.distance(centres[$0], centres[index]) < Self.nearHome })
        else {
            return 0
        }
        let own = presences[index]
        let shifts = own.shifts().filter { isWorked($0, homes) }
        guard shifts.count >= Self.leastDays else { return 0 }
        let worked = shifts.reduce(0) { $0 + $1.seconds }
        let often = Double(shifts.count) / Double(own.weeks.count) / Self.fullWeek
        return min(1, often) * Double(worked) / Double(own.seconds)
    }

    /// Whether a stay is as long as work, and no night's sleep.
    private func isWorked(_ shift: Shift, _ homes: Set<Int>) -> Bool {
        guard shift.isLong else { return false }
        var night: Int64 = 0
        timeZone.forEachHour(of: shift.span) { hour, seconds in
            if hour.flooredDivision(by: 24).remainder < 6 { night += seconds }
        }
        guard night >= Shift.sleep else { return true }
        let rest = shift.span.upperBound..<shift.span.upperBound + Shift.restWithin
        return homes.contains { presences[$0].seconds(within: rest) >= Shift.sleep }
    }
}
