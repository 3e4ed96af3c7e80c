/// Decides which zones are home and which are work, from when the person was there.
///
/// Home is where most of life is: most hours, the nights off, the weekends. Shares are taken of the weeks in
/// which the zone was visited at all, and of no time before it was first seen; so a new home is known by the
/// days since the move. Beside the best zone, those are home where the person has settled, and no home is one
/// that was left for another. Work is where regular stays of some hours are on several days a week, and that
/// is not home; a night there counts only if the person sleeps at home the day after. A place known from one
/// stretch away is neither.
struct Classifier {
    let presences: [Presence]
    let centers: [Coordinate]
    let timeZone: TimeZoneTable
    /// Seconds since 1970 from which on each zone is known: before its first stay where older visits are
    /// forgotten.
    let known: [Int64]
    /// The days on which the person rested at each zone.
    let restDays: [[Int64]]
    /// All stays by their beginnings.
    let stays: [Range<Int64>]
    /// The last departure that is known.
    let end: Int64
    /// The day, from noon to noon, of the last departure.
    let today: Int64

    /// A zone whose share of all hours since it was first seen is below this is not recurrent.
    private static let leastShare = 0.05
    /// Weeks of an absence that lasts for which a zone stays recurrent.
    private static let longestAbsence: Int64 = 4
    /// Nobody lives where less than this share of the time is between 0:00 and 6:00, which are a quarter of
    /// the day.
    static let leastNight = 0.05
    /// Days with a stay of some hours that it takes to be home or work, and visits: fewer are no habit.
    static let leastDays = 3

    /// Makes one for zones that were founded at some seconds since 1970.
    init(presences: [Presence], centers: [Coordinate], founded: [Int64], timeZone: TimeZoneTable) {
        (self.presences, self.centers, self.timeZone) = (presences, centers, timeZone)
        known = zip(presences, founded).map { min($0.span?.lowerBound ?? $1, $1) }
        stays = presences.flatMap(\.stays).sorted { $0.lowerBound < $1.lowerBound }
        restDays = Self.restDays(presences)
        end = presences.compactMap { $0.span?.upperBound }.max() ?? 0
        today = timeZone.day(of: end)
    }

    /// The scores of each zone.
    ///
    /// Both are reckoned for every zone. Home is labelled first; what is home is not called work as well,
    /// since who stays at home and who works there are not distinguished by where they are.
    func scores() -> [ZoneScores] {
        let recurrent = recurrentZones()
        let home = presences.indices.map { recurrent[$0] ? homeScore($0) : 0 }
        let all = homeZones(home)
        let homes = all.filter { !isLeft($0, for: all) }
        let works = presences.indices.map { recurrent[$0] && isOld($0) ? workScore($0, homes) : 0 }
        return presences.indices.map { index in
            let isHome = homes.contains(index)
            guard isHome || !isAway(index, from: homes) else { return .none }
            let isWork =
                !isHome && works[index] >= Self.isWork && !isPartOfHome(index, homes)
                && !isLeft(index, among: works)
            return ZoneScores(
                home: isHome || !all.contains(index) ? home[index] : 0,
                work: works[index],
                labels: [isHome ? .home : isWork ? .work : .other]
            )
        }
    }

    /// Zones with 5 % of all hours since they were first seen that were visited in half of the weeks since
    /// then, an absence that lasts aside, or in as many weeks as zones are in the mean.
    private func recurrentZones() -> [Bool] {
        let life = Set(presences.flatMap(\.weeks.keys)).sorted()
        let weeks = presences.reduce(0) { $0 + $1.weeks.count }
        // The seconds of all stays from each on.
        var rest = [Int64](repeating: 0, count: stays.count + 1)
        for index in stays.indices.reversed() { rest[index] = rest[index + 1] + Int64(stays[index].count) }
        return presences.map { presence in
            guard let first = presence.span?.lowerBound, let week = presence.weeks.keys.min() else {
                return false
            }
            let all = rest[stays.partitioningIndex { $0.lowerBound >= first }]
            let recent = max(presence.weeks.keys.max() ?? week, (life.last ?? week) - Self.longestAbsence)
            let since =
                life.partitioningIndex { $0 > recent } - life.partitioningIndex { $0 >= week }
            let count = presence.weeks.count
            return Double(presence.seconds) >= Self.leastShare * Double(all)
                && (2 * count >= since || count * presences.count >= weeks)
        }
    }

    /// Whether a zone has been known for a week, or from the first week on: what is new is no work place.
    private func isOld(_ index: Int) -> Bool {
        guard let span = presences[index].span, let first = known.min() else { return false }
        return span.upperBound - known[index] >= Self.week || known[index] < first + Self.week
    }

    private static let week: Int64 = 7 * 86_400
}
