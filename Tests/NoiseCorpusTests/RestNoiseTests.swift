import GeofenceCore
import NoiseCorpus
import Testing

/// What the rules for a device at rest promise.
struct RestNoiseTests {
    private func pairs(_ model: ErrorModel, _ rest: RestRule, inside: [Double] = [], outside: [Double] = [])
        throws -> Int
    {
        let lot = ParkingLot(inside: inside, outside: outside, radii: [100], days: 10)
        let observations = try lot.observations(model, seed: 1)
        return try lot.scores(observations, Setting("rest", rest: rest)).total().falsePairs
    }

    @Test func `a speed that a device says keeps errors far off from being visits`() throws {
        let without = try pairs(.heavy, .oneFix, inside: [30], outside: [30])
        let with = try pairs(.heavy.reporting(speedWithin: 0.5), .oneFix, inside: [30], outside: [30])
        #expect(without > 200 && with < 20)
    }

    @Test func `a firm rest on an edge hardly ever turns its side`() throws {
        let model = ErrorModel.constant(15, within: 300)
        let (on, firm) = (try pairs(model, .oneFix, outside: [0]), try pairs(model, .firm, outside: [0]))
        #expect(on > 10 && firm <= 2)
    }

    @Test func `a visit of a minute is found as well, whatever is held on to`() throws {
        let scenario = Scenario.visits(300, seconds: 60, radius: 25, speed: 5, seed: 1)
        let model = ErrorModel.good.reporting(speedWithin: 0.5)
        let scores = try [RestRule.off, .oneFix, .firm].map { rest in
            try scenario.visitScore(model, Setting("rest", rest: rest), seed: 2)
        }
        #expect(scores.allSatisfy { $0.missed == scores[0].missed })
        #expect(scores[0].missed <= 3)
    }
}
