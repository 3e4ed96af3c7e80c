package import GeofenceCore

/// A life that changes after 12 weeks, or goes on as it was after an absence.
package enum LifeCourse: String, CaseIterable, Sendable {
    case house = "another home, the same office"
    case houseVisited = "the same, and the old home is visited"
    case houseUnemployed = "another home, no work"
    case partner = "weekends at a partner's, then lives there"
    case town = "another home and office, 67 km off"
    case office = "another office"
    case nights = "days at the office, then nights"
    case days = "nights at the office, then days"
    case holiday = "three weeks in a hotel"
    case parents = "three weeks at the parents'"
    case tour = "six weeks in ten hotels"
    case trips = "three nights in a hotel every other week"
    case seminar = "a week of a seminar"

    /// Weeks before the change.
    package static let weeksBefore = 12
    /// Weeks after it.
    package static let weeksAfter = 12

    /// What the person does: the change is on a day of the week that the seed says.
    package func plan(seed: UInt64) -> LifePlan {
        var generator = CourseGenerator(course: self, seed: seed)
        for day in 0..<7 * (Self.weeksBefore + Self.weeksAfter) { generator.live(day: day) }
        generator.plan.rest(until: Double((Self.weeksBefore + Self.weeksAfter) * 168))
        return generator.plan
    }

    /// The first day after the change.
    package func change(seed: UInt64) -> Int { 7 * Self.weeksBefore + Int(seed % 7) }

    /// What is true of its places.
    package func truths(seed: UInt64) -> [LifeTruth] {
        let change = Double(change(seed: seed)) * 24
        let old = LifeTruth(.home, .home, .since(0))
        let work = LifeTruth(.office, .work, .since(0))
        let neither = [LifePlace.gym, .shop, .parents, .hotel].map { LifeTruth($0, .other, .since(0)) }
        switch self {
        case .house, .houseVisited:
            return [old.until(change), LifeTruth(.newHome, .home, .since(change)), work] + neither
        case .houseUnemployed:
            return [old.until(change), LifeTruth(.newHome, .home, .since(change))] + neither
        case .partner:
            let before = LifeTruth(.newHome, .other, .since(0)).until(change)
            return [old.until(change), before, LifeTruth(.newHome, .home, .since(change)), work] + neither
        case .town:
            let new = [
                LifeTruth(.farHome, .home, .since(change)), LifeTruth(.farOffice, .work, .since(change)),
            ]
            return [old.until(change), work.until(change)] + new + neither
        case .office:
            return [old, work.until(change), LifeTruth(.newOffice, .work, .since(change))] + neither
        case .seminar: return [old, work, LifeTruth(.newOffice, .other, .since(0))] + neither
        default: return [old, work] + neither
        }
    }
}

/// What a place is to a person, for a time.
package struct LifeTruth: Sendable {
    package var place: LifePlace
    package var kind: ZoneLabel
    /// Local hours since Monday 0:00 of the first week.
    package var hours: Range<Double>

    init(_ place: LifePlace, _ kind: ZoneLabel, _ hours: Range<Double>) {
        (self.place, self.kind, self.hours) = (place, kind, hours)
    }

    func until(_ hour: Double) -> LifeTruth { LifeTruth(place, kind, hours.lowerBound..<hour) }
}

extension Range<Double> {
    static func since(_ hour: Double) -> Range { hour..<Double.infinity }
}

extension LifePlace {
    static let home = LifePlace("home", .home, east: 0, north: 0)
    static let newHome = LifePlace("new home", .home, east: -2500, north: -2500)
    static let farHome = LifePlace("far home", .home, east: 60_000, north: 30_000)
    static let office = LifePlace("work", .work, east: 4000, north: 1500)
    static let newOffice = LifePlace("new work", .work, east: -3000, north: 4000)
    static let farOffice = LifePlace("far work", .work, east: 61_000, north: 33_000)
    static let gym = LifePlace("gym", east: 4000, north: 1900)
    static let shop = LifePlace("shop", east: 400, north: 0)
    static let parents = LifePlace("parents", east: -6000, north: 3000)
    static let hotel = LifePlace("hotel", east: 70_000, north: -30_000)
}
