/// Decides which zones are home and which are work, from when the person was there.
///
/// Home is where most of life is: most hours, the nights off, the weekends. Shares are taken of the weeks in
/// which the zone was visited at all, so an old home and a new one are both home. Work is where regular stays
/// of some hours are on several days a week, and that is not home; a night there counts only if the person
/// sleeps at home the day after. A place known from one stretch away is neither.
struct Classifier {
    let presences: [Presence]
    let centers: [Coordinate]
    let timeZone: TimeZoneTable

    /// A zone whose share of all hours is below this is not recurrent.
    private static let leastShare = 0.05
    /// Nobody lives where less than this share of the time is between 0:00 and 6:00, which are a quarter of
    /// the day.
    static let leastNight = 0.05
    /// Days with a stay of some hours that it takes to be home or work: fewer are no habit.
    static let leastDays = 3

    /// The last departure that is known.
    var end: Int64 { presences.compactMap { $0.span?.upperBound }.max() ?? 0 }

    /// The scores of each zone.
    ///
    /// Both are reckoned for every zone. Home is labelled first; what is home is not called work as well,
    /// since who stays at home and who works there are not distinguished by where they are.
    func scores() -> [ZoneScores] {
        let recurrent = recurrentZones()
        let home = presences.indices.map { recurrent[$0] ? homeScore($0) : 0 }
        let homes = homeZones(home)
        return presences.indices.map { index in
            let work = recurrent[index] ? workScore(index, homes) : 0
            let isHome = homes.contains(index)
            guard isHome || !isAway(index, from: homes) else { return .none }
            let isWork = !isHome && work >= Self.isWork && !isPartOfHome(index, homes)
            return ZoneScores(
                home: home[index],
                work: work,
                labels: [isHome ? .home : isWork ? .work : .other]
            )
        }
    }

    /// Zones with 5 % of all hours that were visited in as many weeks as zones are in the mean, or in half of
    /// all weeks.
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
}
