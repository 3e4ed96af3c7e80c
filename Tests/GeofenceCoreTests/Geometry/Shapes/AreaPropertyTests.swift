@testable import GeofenceCore
import Testing

/// Random areas against a second implementation, and what must not matter.
@Suite struct AreaPropertyTests {
    @Test(arguments: [
        (corners: 3, rounds: 200), (4, 200), (7, 200), (20, 100), (100, 40), (500, 12), (2000, 4),
    ])
    func `measures as a walk along all edges does`(_ corners: Int, _ rounds: Int) throws {
        var places = RandomPlaces(seed: UInt64(corners))
        for step in 0..<rounds {
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
