package import GeofenceCore

/// A device that stands still, watched by rings whose edges run at known distances from it.
package struct ParkingLot: Sendable {
    /// Which side of which edge.
    package struct Spot: Hashable, Sendable {
        package var isInside: Bool
        /// Metres to the edge.
        package var distance: Double
        /// Metres; at least `distance` for a spot inside.
        package var radius: Double

        package init(isInside: Bool, distance: Double, radius: Double) {
            self.isInside = isInside
            self.distance = distance
            self.radius = radius
        }
    }

    package let spots: [Spot]
    private let scenario: Scenario

    package init(_ spots: [Spot], days: Double, interval: Double = 10) {
        self.spots = spots
        let rings = spots.enumerated().map { index, spot in
            Ring(
                radius: spot.radius,
                edge: spot.distance,
                inside: spot.isInside,
                direction: Double(index) * Self.turn
            )
        }
        scenario = .parked(days: days, rings: rings, interval: interval)
    }

    /// All spots that there are with some radii and some distances to the edge on each side.
    package init(
        inside: [Double] = [],
        outside: [Double] = [],
        radii: [Double],
        days: Double,
        interval: Double = 10
    ) {
        let spots = radii.flatMap { radius in
            inside.filter { $0 <= radius }.map { Spot(isInside: true, distance: $0, radius: radius) }
                + outside.map { Spot(isInside: false, distance: $0, radius: radius) }
        }
        self.init(spots, days: days, interval: interval)
    }

    package func observations(_ model: ErrorModel, seed: UInt64) throws -> [Observation] {
        try scenario.observations(model, seed: seed)
    }

    /// What comes of it at each spot.
    package func scores(_ observations: [Observation], _ setting: Setting) throws -> [Spot: ParkedScore] {
        let transitions = try scenario.transitions(observations, setting)
        var scores: [Spot: ParkedScore] = [:]
        for (spot, transitions) in zip(spots, transitions) {
            scores[spot, default: ParkedScore()]
                .add(transitions, isInside: spot.isInside, seconds: scenario.walk.end)
        }
        return scores
    }

    /// The golden angle in radians: it spreads any number of directions evenly.
    static let turn = 2.399_963_229_728_653
}

extension [ParkingLot.Spot: ParkedScore] {
    /// The scores of all spots on one side, at one distance, together; those of all distances where none is
    /// given.
    package func total(isInside: Bool? = nil, distance: Double? = nil) -> ParkedScore {
        var total = ParkedScore()
        for (spot, score) in self
        where spot.isInside == isInside ?? spot.isInside && spot.distance == distance ?? spot.distance {
            total += score
        }
        return total
    }
}

extension ParkedScore {
    package static func += (a: inout ParkedScore, b: ParkedScore) {
        a.falsePairs += b.falsePairs
        a.wrongSeconds += b.wrongSeconds
        a.seconds += b.seconds
    }
}
