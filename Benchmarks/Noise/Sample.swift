import GeofenceCore
import NoiseCorpus

/// The journeys that all tables are made of, from one seed.
struct Sample {
    let options: Options

    static let distances = [0.0, 5, 10, 20, 30, 50, 100]
    static let visits = 1000
    static let drives = 400
    static let moves = 250

    /// A device parked for days, with rings all around it: the same errors for all settings.
    func parked(
        _ model: ErrorModel,
        inside: [Double] = Self.distances,
        outside: [Double] = Self.distances,
        radii: [Double] = [25, 100, 500]
    ) throws -> Parked {
        let lot = ParkingLot(inside: inside, outside: outside, radii: radii, days: options.days)
        return Parked(lot: lot, observations: try lot.observations(model, seed: options.seed))
    }

    /// Visits of some seconds to a ring of 25 m, by bicycle.
    func visits(_ model: ErrorModel, _ setting: Setting, seconds: Double = 60, interval: Double = 10) throws
        -> VisitScore
    {
        var scenario = Scenario.visits(
            Self.visits,
            seconds: seconds,
            radius: 25,
            speed: 5,
            seed: options.seed
        )
        scenario.interval = interval
        return try scenario.visitScore(model, setting, seed: options.seed &+ 1)
    }

    /// Small moves over an edge.
    func moves(_ model: ErrorModel, inside: Double, outside: Double, _ setting: Setting) throws -> MoveScore {
        let scenario = Scenario.moves(Self.moves, inside: inside, outside: outside, seed: options.seed)
        let told = try scenario.transitions(scenario.observations(model, seed: options.seed &+ 4), setting)
        var score = MoveScore()
        for (ring, transitions) in zip(scenario.rings, told) {
            score.add(transitions, stays: scenario.walk.stays(in: ring), end: scenario.walk.end)
        }
        return score
    }

    /// Ways past or through a ring of 100 m.
    func drives(
        _ model: ErrorModel,
        offset: Double,
        speed: Double,
        _ setting: Setting = Setting(.hysteresis)
    ) throws -> VisitScore {
        let scenario = Scenario.drives(
            Self.drives,
            radius: 100,
            offset: offset,
            speed: speed,
            seed: options.seed
        )
        return try scenario.visitScore(model, setting, seed: options.seed &+ 2)
    }
}

/// A parked device and what it tells.
struct Parked {
    let lot: ParkingLot
    let observations: [Observation]

    func scores(_ setting: Setting) throws -> [ParkingLot.Spot: ParkedScore] {
        try lot.scores(observations, setting)
    }
}
