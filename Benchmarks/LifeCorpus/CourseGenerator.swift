import BenchmarkSupport

/// Makes up the days of a life that changes.
struct CourseGenerator {
    let course: LifeCourse
    let change: Int
    var plan = LifePlan(home: .home)
    private var work: LifePlace? = .office
    private var works = false
    private var generator: SeededGenerator

    init(course: LifeCourse, seed: UInt64) {
        self.course = course
        change = course.change(seed: seed)
        generator = SeededGenerator(seed: seed)
        if course == .houseUnemployed { work = nil }
        works = course == .days
    }

    /// A number of hours, a little off.
    private mutating func about(_ hours: Double, _ spread: Double = 0.4) -> Double {
        hours + generator.uniform(-spread..<spread)
    }

    private mutating func happens(_ share: Double) -> Bool { generator.uniform() < share }

    mutating func live(day: Int) {
        let (weekday, start, since) = (day % 7, Double(day) * 24, day - change)
        if since == 0 { turn(start) }
        switch course {
        case .holiday where (0..<22).contains(since), .tour where (0..<42).contains(since):
            return travel(since, start, last: course == .tour ? 41 : 21)
        case .parents where since == 21:
            move(to: .home, start + 17)
        case .partner where since < 0:
            if weekday == 4 { move(to: .newHome, start + 18) }
            if weekday == 6 { move(to: .home, start + 20) }
        case .trips where day / 7 % 2 == 1 && (1...3).contains(weekday):
            if weekday == 1 { move(to: .hotel, start + 8) }
            plan.go(to: once(), from: start + about(11), until: start + about(17))
            return
        case .trips where weekday == 4:
            move(to: .home, start + 7)
        case .houseVisited where since > 0 && weekday == 5:
            return visitOldHome(since, start)
        default: break
        }
        if course == .seminar, (0..<7).contains(since), weekday < 5 {
            return office(.newOffice, weekday, start)
        }
        if weekday < 5, let work {
            works ? night(work, start) : office(work, weekday, start)
        } else {
            free(weekday, start)
        }
    }

    /// What changes on the day of the change.
    private mutating func turn(_ start: Double) {
        switch course {
        case .house, .houseVisited, .houseUnemployed, .partner: move(to: .newHome, start + 12)
        case .town:
            move(to: .farHome, start + 12)
            work = .farOffice
        case .office: work = .newOffice
        case .nights, .days: works.toggle()
        case .parents: move(to: .parents, start + 7)
        default: break
        }
    }

    /// Is at home somewhere else from an hour on.
    private mutating func move(to place: LifePlace, _ hour: Double) {
        guard plan.home != place else { return }
        plan.rest(until: hour)
        plan.home = place
    }

    private mutating func office(_ work: LifePlace, _ weekday: Int, _ start: Double) {
        if happens(0.03) { return free(weekday, start) }
        plan.go(to: work, from: start + about(8.8), until: start + about(12.2, 0.2))
        plan.go(to: work, from: start + about(13, 0.2), until: start + about(17.4))
        if plan.home == .farHome { return }
        if weekday % 2 == 0, happens(0.8) {
            plan.go(to: .gym, from: start + about(18.4, 0.2), until: start + about(19.6, 0.2))
        }
        if happens(0.3) {
            plan.go(to: .shop, from: start + about(20.3, 0.2), until: start + about(20.9, 0.1))
        }
    }

    private mutating func night(_ work: LifePlace, _ start: Double) {
        if happens(0.3) { plan.go(to: .shop, from: start + about(16), until: start + about(17, 0.2)) }
        plan.go(to: work, from: start + about(21.9, 0.2), until: start + 24 + about(6, 0.2))
    }

    private mutating func free(_ weekday: Int, _ start: Double) {
        if plan.home == .farHome {
            return plan.go(to: once(), from: start + about(14), until: start + about(18))
        }
        if happens(0.4) { plan.go(to: .shop, from: start + about(10.5), until: start + about(11.4, 0.2)) }
        if weekday == 6, plan.home != .parents, happens(0.7) {
            plan.go(to: .parents, from: start + about(13), until: start + about(17))
        }
        if happens(0.4) { plan.go(to: once(), from: start + about(18), until: start + about(20)) }
    }

    /// Some hours in the home that was left; every fourth time the night as well.
    private mutating func visitOldHome(_ since: Int, _ start: Double) {
        let until = since / 7 % 4 == 3 ? 35.0 : 17.0
        plan.go(to: .home, from: start + about(13), until: start + about(until))
    }

    private mutating func travel(_ since: Int, _ start: Double, last: Int) {
        if since == 0 { plan.rest(until: start + about(8)) }
        plan.home = course == .tour ? stop(since) : .hotel
        if course == .tour, since > 0, since % 4 == 0 {
            plan.go(to: once(), from: start + 10, until: start + 17)
        }
        plan.go(to: once(), from: start + about(18), until: start + about(21))
        if since == last {
            plan.rest(until: start + 22)
            plan.home = .home
        }
    }

    /// One of the hotels of a tour, four nights each.
    private func stop(_ since: Int) -> LifePlace {
        LifePlace("hotel \(since / 4)", east: 80_000 + 20_000 * Double(since / 4), north: 40_000)
    }

    /// Where the person never was before.
    private mutating func once() -> LifePlace {
        LifePlace(
            "once",
            east: plan.home.east + generator.uniform(-9000..<9000),
            north: plan.home.north + generator.uniform(-9000..<9000)
        )
    }
}
