import NoiseCorpus
import Testing

struct ScoreTests {
    private func told(_ transitions: (Double, Bool)...) -> [Transition] {
        transitions.map { Transition(second: $0.0, isEnter: $0.1) }
    }

    @Test func `counts false pairs and the time on the wrong side`() {
        var score = ParkedScore()
        score.add(told((100, true), (150, false), (900, true)), isInside: false, seconds: 1000)
        #expect(score.falsePairs == 2)
        #expect(score.wrongSeconds == 150)
        #expect(score.wrongShare == 0.15)
    }

    @Test func `counts how late moves over an edge are told, and those that are not`() {
        var score = MoveScore()
        let stays = [Stay(from: 0, until: 100), Stay(from: 200, until: 300), Stay(from: 400, until: 500)]
        score.add(told((110, false), (390, true), (550, false)), stays: stays, end: 600)
        #expect(score.exitDelays == [10, 0, 50])
        #expect(score.enterDelays == [0])
        #expect(score.missedEnters == 1 && score.missedExits == 0)
        #expect(score.entersNotTold == 0.5)
    }

    @Test func `counts what was late, missed and too much`() {
        var score = VisitScore()
        let stays = [
            Stay(from: 1000, until: 1060), Stay(from: 2000, until: 2060), Stay(from: 3000, until: 3060),
        ]
        let transitions = told(
            (500, true),
            (510, false),
            (1005, true),
            (1080, false),
            (3120, true),
            (3130, false)
        )
        score.add(transitions, stays: stays)
        #expect(score.visits == 3)
        #expect(score.missed == 1)
        #expect(score.extra == 2)
        #expect(score.enterDelays == [5, 120])
        #expect(score.exitDelays == [20, 70])
    }

    @Test(arguments: [(0.5, 3.0), (0.9, 5), (0, 1)])
    func `finds the value below which a share lies`(_ share: Double, _ value: Double) {
        #expect(quantile([5, 1, 3, 2, 4], share) == value)
        #expect(quantile([], share) == nil)
    }
}
