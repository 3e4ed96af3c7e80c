import BenchmarkSupport
import CLibrary

extension Scenario {
    /// A device that stands still among rings.
    package static func parked(days: Double, rings: [Ring], interval: Double = 10) -> Scenario {
        var walk = Walk(from: .site)
        walk.rest(days * 86400)
        return Scenario(walk, rings: rings, interval: interval)
    }

    /// Visits to a ring from 150 m beyond its edge, from a new direction each time, with five minutes away
    /// between them.
    ///
    /// The device stops within half the radius of the center. From edge to edge a visit takes `seconds`, or
    /// as long as the way in and out takes without a stop.
    package static func visits(
        _ count: Int,
        seconds: Double,
        radius: Double,
        speed: Double,
        seed: UInt64
    ) -> Scenario {
        var generator = SeededGenerator(seed: seed)
        let ring = Ring(radius: radius)
        func away() -> Point {
            Point(distance: radius + 150, direction: generator.uniform(0..<2 * .pi))
        }
        var walk = Walk(from: away())
        for _ in 0..<count {
            walk.rest(generator.uniform(300..<310))
            let spot = Point(
                distance: radius / 2 * generator.uniform().squareRoot(),
                direction: generator.uniform(0..<2 * .pi)
            )
            let home = away()
            var way = Walk(from: walk.destination)
            way.go(to: spot, speed: speed)
            way.go(to: home, speed: speed)
            let moving = way.stays(in: ring).reduce(0) { $0 + $1.until - $1.from }
            walk.go(to: spot, speed: speed)
            walk.rest(seconds - moving)
            walk.go(to: home, speed: speed)
        }
        walk.rest(300)
        return Scenario(walk, rings: [ring])
    }

    /// Small moves to and fro over the edge of a ring of 500 m, at 1 m/s, with two hours of rest before and
    /// after each.
    package static func moves(_ count: Int, inside: Double, outside: Double, seed: UInt64) -> Scenario {
        var generator = SeededGenerator(seed: seed)
        let ring = Ring(radius: 500)
        let places = [-inside, outside].map { Point(east: ring.radius + $0, north: 0) }
        var walk = Walk(from: places[0])
        for index in 0..<count {
            walk.rest(generator.uniform(7200..<7210))
            walk.go(to: places[(index + 1) % 2], speed: 1)
        }
        walk.rest(7200)
        return Scenario(walk, rings: [ring])
    }

    /// Ways of two kilometres, to and fro, so many metres beside a ring's center, with a speed in km/h.
    package static func drives(
        _ count: Int,
        radius: Double,
        offset: Double,
        speed: Double,
        seed: UInt64
    ) -> Scenario {
        var generator = SeededGenerator(seed: seed)
        let reach = 1000.0
        var walk = Walk(from: Point(east: -reach, north: offset))
        for index in 0..<count {
            walk.rest(generator.uniform(300..<310))
            let end = index.isMultiple(of: 2) ? reach : -reach
            walk.go(to: Point(east: end, north: offset), speed: speed / 3.6)
        }
        walk.rest(300)
        return Scenario(walk, rings: [Ring(radius: radius)])
    }
}

extension Scenario {
    /// How well the stays in the first ring are told.
    package func visitScore(_ model: ErrorModel, _ setting: Setting, seed: UInt64) throws -> VisitScore {
        let told = try transitions(observations(model, seed: seed), setting)
        var score = VisitScore()
        for (ring, transitions) in zip(rings, told) {
            score.add(transitions, stays: walk.stays(in: ring))
        }
        return score
    }
}
