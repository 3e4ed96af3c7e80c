import Testing

@testable import GeofenceCore

/// A place that planes are made of, against the one of all other geometry.
@Suite struct FramePlaceTests {
    @Test func `it lies in space where any other does, to the last bit`() throws {
        var places = RandomPlaces(seed: 3)
        for _ in 0..<20_000 {
            let place = try places.place()
            let (space, other) = (FramePlace(place).space, GeodesicPoint(place).space)
            #expect(space.x == other.x && space.y == other.y && space.z == other.z, "\(place)")
        }
    }
}
