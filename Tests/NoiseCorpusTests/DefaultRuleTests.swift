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

    @Test func `a device parked 30 m outside is told fewer than one false enter a day`() throws {
        let lot = ParkingLot(outside: [30], radii: [25, 100, 500], days: 30, interval: 60)
        let scores = try lot.scores(lot.observations(.good, seed: 1), Setting(.hysteresis))
        #expect(scores.total().falsePairsPerDay < 1)
        #expect(scores.total().wrongShare < 0.001)
    }

    @Test func `a hold of 20 s keeps single fixes that lie far off from being an exit`() throws {
        let lot = ParkingLot(inside: [50], radii: [100], days: 10)
        let observations = try lot.observations(.hidden, seed: 1)
        let held = Setting("exitAfter 20") { $0.exitAfter = 20 }
        #expect(try lot.scores(observations, Setting(.hysteresis)).total().falsePairs > 50)
        #expect(try lot.scores(observations, held).total().falsePairs == 0)
    }

    @Test func `a visit of a minute to a fence of 25 m is found`() throws {
        let scenario = Scenario.visits(300, seconds: 60, radius: 25, speed: 5, seed: 1)
        let score = try scenario.visitScore(.good, Setting(.hysteresis), seed: 2)
        #expect(score.visits == 300)
        #expect(score.missed <= 3)
        #expect(score.extra == 0)
    }
}
