import Testing

@testable import geofence_agent

@Suite struct HangUpsTests {
    @Test func `finds the topic with which connections are lost, alone on its way`() {
        var hangUps = HangUps()
        let found = (0..<5).map { count in
            hangUps.connectionEnded(count < 2 ? ["a", "x"] : ["x"], since: 0, 10)
        }
        #expect(found == [nil, nil, nil, nil, "x"])
        #expect(hangUps.isPoison("x", 11) && !hangUps.isPoison("a", 11))
        #expect(!hangUps.isPoison("x", 10 + HangUps.memory))
    }

    @Test func `lets messages leave together again after some answers`() {
        var hangUps = HangUps()
        for _ in 0..<2 { _ = hangUps.connectionEnded(["a", "x"], since: 0, 10) }
        #expect(hangUps.isCareful)
        for _ in 0..<HangUps.recovery { hangUps.didAnswer(nil) }
        #expect(!hangUps.isCareful)
    }

    @Test func `suspects nothing of a line that is bad now and then`() {
        var hangUps = HangUps()
        for _ in 0..<10 {
            _ = hangUps.connectionEnded(["a", "x"], since: 0, 10)
            for _ in 0..<HangUps.recovery { hangUps.didAnswer(nil) }
        }
        #expect(!hangUps.isCareful)
    }

    @Test func `suspects no message that has long been on its way, and no connection with none`() {
        var hangUps = HangUps()
        for _ in 0..<10 {
            #expect(hangUps.connectionEnded(["x"], since: 0, HangUps.reach) == nil)
            #expect(hangUps.connectionEnded([], since: nil, 10) == nil)
        }
        #expect(!hangUps.isCareful)
    }

    @Test func `suspects no topic of which the broker takes messages before it ends each connection`() {
        var hangUps = HangUps()
        for _ in 0..<2 { _ = hangUps.connectionEnded(["a", "x"], since: 0, 10) }
        for _ in 0..<5 {
            hangUps.didAnswer("x")
            #expect(hangUps.connectionEnded(["x"], since: 0, 10) == nil)
        }
        #expect(!hangUps.isPoison("x", 11))
    }

    @Test(arguments: ["a", nil] as [String?])
    func `finds the topic where the broker takes messages of others, or of none that is known`(
        _ other: String?
    ) {
        var hangUps = HangUps()
        for _ in 0..<2 { _ = hangUps.connectionEnded(["a", "x"], since: 0, 10) }
        let found = (0..<3).map { _ in
            hangUps.didAnswer(other)
            return hangUps.connectionEnded(["x"], since: 0, 10)
        }
        #expect(found == [nil, nil, "x"])
    }
}
