import GeofenceCore
import NoiseCorpus
import Testing

/// What the default rule promises where accuracies are honest and 15 m or better.
struct DefaultRuleTests {
    @Test func `a parked device is told no false transition for 30 days`() throws {
        let spots = [
            ParkingLot.Spot(isInside: true, distance: 30, radius: 50),
            ParkingLot.Spot(isInside: true, distance: 50, radius: 200),
            ParkingLot.Spot(isInside: false, distance: 50, radius: 25),
            ParkingLot.Spot(isInside: false, distance: 50, radius: 500),
        ]
        let lot = ParkingLot(spots, days: 30, interval: 60)
        let scores = try lot.scores(lot.observations(.good, seed: 1), Setting(.hysteresis))
        #expect(scores.total().falsePairs == 0)
    }

    @Test func `a visit of a minute to a fence of 25 m is found`() throws {
        let scenario = Scenario.visits(300, seconds: 60, radius: 25, speed: 5, seed: 1)
        let score = try scenario.visitScore(.good, Setting(.hysteresis), seed: 2)
        #expect(score.visits == 300)
        #expect(score.missed <= 3)
        #expect(score.extra == 0)
    }
}
