import GeofenceCore
import LifeCorpus
import Testing

/// Simulated lives, and what becomes of them.
@Suite struct LifeTests {
    @Test(arguments: Person.allCases)
    func `homes and work places are told, no home is called work`(_ person: Person) throws {
        var score = LifeScore()
        for seed in 1...3 as ClosedRange<UInt64> {
            let visits = try LifeVisits.visits(person.plan(weeks: 8, seed: seed), seed: seed)
            try score.add(visits, rules: ZoneRules())
        }
        #expect(score.homeAsWork == 0)
        #expect(score.workAsHome == 0)
        #expect(score.wrong == 0)
        #expect(score.missed == 0)
        #expect(score.split <= 1)
        // A family home that is lived in at weekends only is not told from other places.
        let hidden = person == .weekender ? 3 : 0
        #expect(score.labelled - score.right <= hidden)
    }

    /// The moments are the ends of visits: at one of them a first Saturday's rest, or a holiday's end, may
    /// not be known yet.
    @Test(arguments: Person.allCases)
    func `in the first weeks work or a hotel is taken for home at one moment at most, home never for work`(
        _ person: Person
    )
        throws
    {
        let visits = try LifeVisits.visits(person.plan(weeks: 4, seed: 5), seed: 5)
        for start in stride(from: 0, to: 7, by: 2) as StrideTo<Int64> {
            let begin = Timestamp(milliseconds: (LifeVisits.monday + 86_400 * start) * 1000)
            let known = visits.filter { $0.visit.arrival >= begin }
            var wrong: [Int] = []
            for count in 1...known.count {
                var score = LifeScore()
                try score.add(Array(known.prefix(count)), rules: ZoneRules())
                #expect(score.homeAsWork == 0, "from day \(start), \(count) visits")
                if score.workAsHome > 0 || score.wrong > 0 { wrong.append(count) }
            }
            #expect(wrong.count <= 1, "from day \(start), after \(wrong) visits")
        }
    }

    @Test(arguments: LifeCourse.allCases)
    func `in lives that change no label is wrong or lost, and a new home is found soon`(
        _ course: LifeCourse
    ) throws {
        var score = CourseScore()
        try score.add(course, seed: 1)
        #expect(score.wrong == 0 && score.flickers == 0, "\(score.notes)")
        let days = Dictionary(
            uniqueKeysWithValues: [ZoneLabel.home, .work].map { ($0, score.days[$0]?.max() ?? 0) }
        )
        switch course {
        case .house, .houseVisited: #expect(days[.home, default: 0] < 5.5)
        // Labels come with the end of a visit, and who does not work stays in for days.
        case .houseUnemployed: #expect(days[.home, default: 0] < 8)
        // Not to be distinguished from a long holiday, or from weeks at a relative's, before.
        case .town, .partner: #expect(days[.home, default: 0] < 26)
        default: break
        }
        #expect(days[.work, default: 0] < 26)
    }

    @Test func `a life is the same for the same seed`() throws {
        let plans = (0..<2).map { _ in Person.mover.plan(weeks: 4, seed: 7).stays }
        #expect(plans[0] == plans[1])
        #expect(plans[0] != Person.mover.plan(weeks: 4, seed: 8).stays)
        for (earlier, later) in zip(plans[0], plans[0].dropFirst()) { #expect(earlier.until <= later.from) }
    }
}
