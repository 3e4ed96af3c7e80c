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
}
