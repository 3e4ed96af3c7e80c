import Testing

@testable import GeofenceCore

/// The bound that spares a geodesic, against the geodesic.
@Suite struct CoordinateNearTests {
    @Test func `what is surely nearer is nearer, anywhere`() throws {
        var places = RandomPlaces(seed: 7)
        var sure = 0
        for _ in 0..<40_000 {
            let place = try places.place()
            let other = try places.place(near: place, degrees: places.magnitude(in: 1e-7...90))
            let distance = Geodesic.distance(place, other)
            #expect(!place.isSurelyNearer(than: distance, to: other), "\(place) \(other)")
            sure += place.isSurelyNearer(than: distance * 1.006, to: other) ? 1 : 0
        }
        #expect(sure > 3000)
    }

    @Test func `what is surely farther is farther, within 10 km and not at a pole`() throws {
        var places = RandomPlaces(seed: 8)
        for _ in 0..<40_000 {
            let place = try places.place()
            let other = Geodesic.destination(
                from: place,
                bearing: places.number(in: 0...360),
                distance: places.magnitude(in: 0.1...10_000)
            )
            guard abs(place.latitude) < 89, abs(other.latitude) < 89 else { continue }
            let distance = Geodesic.distance(place, other)
            #expect(!place.isSurelyFarther(than: distance, from: other), "\(place) \(other)")
            #expect(place.isSurelyFarther(than: 0.98 * distance, from: other), "\(place) \(other)")
        }
    }

    @Test(arguments: [(52.0, 13.0), (0, 180), (90, 0), (-90, 77)])
    func `a place is nearer to itself than any way, but not than none`(
        _ latitude: Double,
        _ longitude: Double
    )
        throws
    {
        let place = try Coordinate(latitude: latitude, longitude: longitude)
        #expect(place.isSurelyNearer(than: 0.001, to: place))
        #expect(!place.isSurelyNearer(than: 0, to: place))
    }

    @Test func `across the antimeridian the short way counts`() throws {
        let east = try Coordinate(latitude: 10, longitude: 179.9999)
        let west = try Coordinate(latitude: 10, longitude: -179.9999)
        #expect(east.isSurelyNearer(than: 23, to: west) && west.isSurelyNearer(than: 23, to: east))
    }
}
