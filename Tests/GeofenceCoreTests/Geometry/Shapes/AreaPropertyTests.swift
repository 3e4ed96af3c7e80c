import BenchmarkSupport
@testable import GeofenceCore
import Testing

/// Random areas against a second implementation, and what must not matter.
@Suite struct AreaPropertyTests {
    @Test(arguments: [
        (corners: 3, rounds: 80), (4, 80), (7, 80), (20, 40), (100, 20), (500, 6), (2000, 2),
    ])
    func `measures as a walk along all edges does`(_ corners: Int, _ rounds: Int) throws {
        var places = RandomPlaces(seed: UInt64(corners))
        for step in 0..<Rounds.times(rounds) {
            let (middle, ring) = try star(&places, corners)
            let area = try Area(polygons: [[ring]])
            let (shape, slow) = (PreparedShape(.area(area)), SlowShape(area))
            for _ in 0..<4 {
                let place = try places.place(near: middle, degrees: places.magnitude(in: 1e-5...180))
                let point = GeodesicPoint(place)
                let distance = shape.signedDistance(to: point)
                let expected = slow.distance(to: point) * (slow.contains(place) ? -1 : 1)
                let tolerance = max(0.01, 1e-6 * abs(expected))
                #expect(
                    abs(distance - expected) <= tolerance,
                    "seed \(corners), step \(step): \(place) \(distance) \(expected) \(corners < 8 ? "\(ring)" : "")"
                )
            }
        }
    }

    private func star(_ places: inout RandomPlaces, _ corners: Int) throws -> (Coordinate, [Position]) {
        let size = places.magnitude(in: 1e-5...30)
        let middle = try Coordinate(
            latitude: places.number(in: -89 + size...89 - size),
            longitude: places.index(below: 3) == 0 ? 179.9 : places.number(in: -180...180)
        )
        return (
            middle,
            try places.star(
                longitude: middle.longitude,
                latitude: middle.latitude,
                corners: corners,
                degrees: size
            )
        )
    }
}

extension AreaPropertyTests {
    @Test(arguments: 31...36 as ClosedRange<UInt64>)
    func `measures rings round a pole as a walk along all edges does`(_ seed: UInt64) throws {
        var places = RandomPlaces(seed: seed)
        for step in 0..<15 {
            let sign = places.index(below: 2) == 0 ? -1.0 : 1
            let (corners, size) = (3 + places.index(below: 40), places.magnitude(in: 1e-4...40))
            let start = places.number(in: -180...180)
            let ring = try (0..<corners).map { corner in
                try Position(
                    longitude: start + 360 * Double(corner) / Double(corners),
                    latitude: sign * (90 - size * places.number(in: 0.5...1))
                )
            }
            let last = try Position(longitude: start + 360, latitude: ring[0].latitude)
            let area = try Area(polygons: [[ring + [last]]])
            let (shape, slow) = (PreparedShape(.area(area)), SlowShape(area))
            for _ in 0..<6 {
                let away = min(180, size * places.magnitude(in: 0.01...20))
                let place = try Coordinate(
                    latitude: sign * (90 - away),
                    longitude: places.number(in: -180...180)
                )
                let point = GeodesicPoint(place)
                let isInside = slow.contains(place) != (sign > 0)
                let expected = slow.distance(to: point) * (isInside ? -1 : 1)
                let distance = shape.signedDistance(to: point)
                let isRight = abs(distance - expected) <= max(0.01, 1e-6 * abs(expected))
                #expect(isRight, "seed \(seed), step \(step): \(place) \(distance) \(expected)")
            }
        }
    }

    /// A cap that goes up to its pole on any meridian is the one that goes up to it on ±180, and that which
    /// goes round it.
    @Test(arguments: [0, 20, -75.3, 100.1, 179.999_999] as [Double], [70, -30, 0.1] as [Double])
    func `takes a ring round a pole wherever its seam is`(_ seam: Double, _ edge: Double) throws {
        func cap(_ seam: Double, along pole: Double?) throws -> PreparedShape {
            let round = try [0, 120, 240, 360].map { try Position(longitude: seam + $0, latitude: edge) }
            let up = try pole.map { pole in
                try [seam + 360, seam].map { try Position(longitude: $0, latitude: pole) }
            }
            let ring = up.map { round + $0 + [round[0]] } ?? round
            return PreparedShape(.area(try Area(polygons: [[ring]])))
        }
        for pole in [90.0, -90] {
            let (shape, usual) = (try cap(seam, along: pole), try cap(-180, along: pole))
            #expect(abs(shape.scale - usual.scale) < 1e-6 * usual.scale)
            for place in [(89.0, seam), (-89, seam + 1), (edge + 5, seam), (edge - 5, seam), (edge + 1, 7)] {
                let point = GeodesicPoint(longitude: place.1.remainder(dividingBy: 360), latitude: place.0)
                let (distance, wanted) = (shape.signedDistance(to: point), usual.signedDistance(to: point))
                #expect(abs(distance - wanted) <= max(0.01, 1e-6 * abs(wanted)), "\(pole) \(place)")
            }
        }
    }

    /// The way up and the way down are of one meridian, and not of one length: what is left of it is an edge.
    @Test func `keeps the part of a seam that only one side of it has`() throws {
        func shape(_ seam: Double) throws -> PreparedShape {
            let ring = try [(0, 75), (120, 70), (240, 70), (360, 70), (360, 90), (0, 90), (0, 75)].map {
                try Position(longitude: seam + $0.0, latitude: $0.1)
            }
            return PreparedShape(.area(try Area(polygons: [[ring]])))
        }
        let (turned, usual) = (try shape(20), try shape(-180))
        for (longitude, latitude) in [(0.0, 72.5), (-1, 72.5), (1, 72.5), (0, 80), (180, 69)] {
            let distances = [(turned, 20.0), (usual, -180)].map { shape, seam in
                let east = (seam + longitude).remainder(dividingBy: 360)
                return shape.signedDistance(to: GeodesicPoint(longitude: east, latitude: latitude))
            }
            #expect(abs(distances[0] - distances[1]) <= max(0.01, 1e-6 * abs(distances[1])), "\(longitude)")
        }
    }
}
