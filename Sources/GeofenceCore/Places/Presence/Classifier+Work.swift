extension Classifier {
    /// A zone is work from this score on: regular stays on 1.5 days a week.
    static let isWork = 0.5
    /// Regular stays a week that make the full score.
    private static let fullWeek = 3.0
    /// Metres; within these of a home, only a zone where nobody sleeps is distinguished from it.
    private static let nearHome = 150.0

    /// Regular stays a week, and how much of all time there they are; nights count where the person rests at
    /// one of the homes.
    func workScore(_ index: Int, _ homes: Set<Int>) -> Double {
        workScore(index, homes.subtracting([index])) { shift, homes in
            (shift.isLong || shift.isAroundTheClock) && isWorked(shift, homes)
        }
    }

    /// Whether a zone's stays of up to 14 hours are regular shifts, nights among them, from which the person
    /// goes to rest at another.
    ///
    /// The rest after the last shift may not be known yet.
    func isOnlyWorkedAt(_ index: Int, from home: Int) -> Bool {
        let unknown = end - Shift.restWithin
        let score = workScore(index, [home]) { shift, homes in
            shift.isLong && (shift.span.upperBound > unknown || isWorked(shift, homes))
        }
        return score >= Self.isWork
    }

    private func workScore(_ index: Int, _ homes: Set<Int>, _ counts: (Shift, Set<Int>) -> Bool) -> Double {
        let own = presences[index]
        let shifts = own.shifts().filter { counts($0, homes) }
        guard shifts.count >= Self.leastDays else { return 0 }
        let worked = shifts.reduce(0) { $0 + $1.seconds }
        let often = Double(shifts.count) / Double(own.weeks.count) / Self.fullWeek
        return min(1, often) * Double(worked) / Double(own.seconds)
    }

    /// Whether a zone is so near a home that it is a part of it, unless nobody sleeps there.
    func isPartOfHome(_ index: Int, _ homes: Set<Int>) -> Bool {
        let hours = presences[index].hours
        guard hours.night >= Self.leastNight * hours.all else { return false }
        return homes.contains { Geodesic.distance(centers[$0], centers[index]) < Self.nearHome }
    }

    /// Whether a stay is no night's sleep, or one after which the person rests elsewhere.
    ///
    /// What has just ended at night, from 22:00 to 6:00, may go on.
    private func isWorked(_ shift: Shift, _ homes: Set<Int>) -> Bool {
        let past22 = (timeZone.local(shift.span.upperBound) + 7200).flooredDivision(by: 86_400).remainder
        if shift.span.upperBound == end, past22 < 8 * 3600 { return false }
        var night: Int64 = 0
        timeZone.forEachHour(of: shift.span) { hour, seconds in
            if hour.flooredDivision(by: 24).remainder < 6 { night += seconds }
        }
        guard night >= Shift.sleep else { return true }
        let rest = shift.span.upperBound..<shift.span.upperBound + Shift.restWithin
        return homes.contains { presences[$0].seconds(within: rest) >= Shift.sleep }
    }
}
