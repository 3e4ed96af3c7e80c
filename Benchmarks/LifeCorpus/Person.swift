import BenchmarkSupport
import GeofenceCore

/// A person whose life is simulated.
package enum Person: String, CaseIterable, Sendable {
    case office = "office, gym, errands"
    case nights = "night shifts, five a week"
    case rotating = "early, late and night shifts in turn"
    case partTime = "two office days, home otherwise"
    case weekender = "flat for the week, home at weekends"
    case mover = "moves house half-way"
    case holiday = "two weeks away"
    case retired = "no work"
    case near = "office, gym and café 200 m apart"
    case wide = "the same, visits scatter by 35 m"

    /// What the person does for some weeks.
    ///
    /// Visits scatter by 20 m, or as is said: one sigma along each axis.
    package func plan(weeks: Int, scatter: Double? = nil, seed: UInt64) -> LifePlan {
        let scatter = scatter ?? (self == .wide ? 35 : 20)
        var life = LifeGenerator(person: self, weeks: weeks, scatter: scatter, seed: seed)
        for day in 0..<(7 * weeks) { life.live(day: day) }
        life.plan.rest(until: Double(weeks * 168))
        return life.plan
    }
}

/// Makes up the days of a person.
struct LifeGenerator {
    let person: Person
    let weeks: Int
    var plan: LifePlan
    private var generator: SeededGenerator
    private let scatter: Double

    init(person: Person, weeks: Int, scatter: Double, seed: UInt64) {
        (self.person, self.weeks, self.scatter) = (person, weeks, scatter)
        generator = SeededGenerator(seed: seed)
        plan = LifePlan(home: LifePlace("home", .home, east: 0, north: 0, scatter: scatter))
    }

    private var office: LifePlace { LifePlace("work", .work, east: 4000, north: 1500, scatter: scatter) }
    private var gym: LifePlace { LifePlace("gym", east: 4000, north: 1700, scatter: scatter) }
    private var cafe: LifePlace { LifePlace("café", east: 4200, north: 1500, scatter: scatter) }
    private var shop: LifePlace { LifePlace("shop", east: 250, north: 0, scatter: scatter) }
    private var parents: LifePlace { LifePlace("parents", east: -6000, north: 3000, scatter: scatter) }
    private var hotel: LifePlace { LifePlace("hotel", east: 60_000, north: 30_000, scatter: scatter) }
    private var family: LifePlace { LifePlace("family", .home, east: 40_000, north: -9000, scatter: scatter) }
    private var newHome: LifePlace {
        LifePlace("new home", .home, east: -2500, north: -2500, scatter: scatter)
    }

    /// A number of hours, a little off.
    private mutating func about(_ hours: Double, _ spread: Double = 0.4) -> Double {
        hours + generator.uniform(-spread..<spread)
    }

    private mutating func happens(_ share: Double) -> Bool { generator.uniform() < share }

    mutating func live(day: Int) {
        let (weekday, start) = (day % 7, Double(day) * 24)
        if person == .holiday, (weeks / 2 * 7..<weeks / 2 * 7 + 14).contains(day) { return away(day, start) }
        if person == .mover, day == weeks * 7 / 2 {
            plan.rest(until: start)
            plan.home = newHome
        }
        switch person {
        case .nights: night(weekday, start)
        case .rotating: shift(day, weekday, start)
        case .retired: free(weekday, start)
        case .weekender: weekender(weekday, start)
        case .partTime: (weekday == 1 || weekday == 3) ? work(weekday, start) : free(weekday, start)
        default: weekday < 5 ? work(weekday, start) : free(weekday, start)
        }
    }

    private mutating func work(_ weekday: Int, _ start: Double) {
        if happens(0.03) { return free(weekday, start) }
        let lunch = start + about(12.2, 0.2)
        plan.go(to: office, from: start + about(8.8), until: lunch)
        if happens(0.5) { plan.go(to: cafe, from: lunch + 0.1, until: lunch + 0.7) }
        plan.go(to: office, from: lunch + 0.9, until: start + about(17.4))
        if weekday == 2 || weekday == 0 {
            plan.go(to: gym, from: start + about(18.2, 0.2), until: start + about(19.5, 0.2))
        }
        if happens(0.3) { plan.go(to: shop, from: start + about(20.2, 0.2), until: start + about(20.8, 0.1)) }
    }

    private mutating func night(_ weekday: Int, _ start: Double) {
        if weekday > 1, happens(0.3) {
            plan.go(to: shop, from: start + about(16), until: start + about(17, 0.2))
        }
        if weekday >= 5 { return free(weekday, start) }
        plan.go(to: office, from: start + about(21.9, 0.2), until: start + 24 + about(6, 0.2))
    }

    private mutating func shift(_ day: Int, _ weekday: Int, _ start: Double) {
        guard weekday < 5 else { return free(weekday, start) }
        let begin = [6.0, 14, 22][day / 7 % 3]
        if begin == 14, happens(0.3) {
            plan.go(to: shop, from: start + about(10), until: start + about(11, 0.2))
        }
        plan.go(to: office, from: start + about(begin, 0.2), until: start + about(begin + 8, 0.2))
    }

    private mutating func weekender(_ weekday: Int, _ start: Double) {
        if weekday == 0 {
            plan.rest(until: start - 4)
            plan.home = LifePlace("flat", .home, east: 0, north: 0, scatter: scatter)
        }
        guard weekday < 5 else { return }
        work(weekday, start)
        if weekday == 4 { plan.home = family }
    }

    private mutating func free(_ weekday: Int, _ start: Double) {
        if happens(0.4) { plan.go(to: shop, from: start + about(10.5), until: start + about(11.4, 0.2)) }
        if weekday == 6, happens(0.7) {
            plan.go(to: parents, from: start + about(13), until: start + about(17))
        }
        if happens(0.4) { once(start + about(18), 1.5) }
    }

    private mutating func away(_ day: Int, _ start: Double) {
        if day == weeks / 2 * 7 { plan.rest(until: start + 8) }
        plan.home = hotel
        once(start + about(11), 4)
        once(start + about(18), 2)
        if day == weeks / 2 * 7 + 13 {
            plan.rest(until: start + 22)
            plan.home = LifePlace("home", .home, east: 0, north: 0, scatter: scatter)
        }
    }

    /// Goes where the person never was before.
    private mutating func once(_ from: Double, _ hours: Double) {
        let place = LifePlace(
            "once",
            east: plan.home.east + generator.uniform(-9000..<9000),
            north: plan.home.north + generator.uniform(-9000..<9000),
            scatter: scatter
        )
        plan.go(to: place, from: from, until: from + hours)
    }
}
