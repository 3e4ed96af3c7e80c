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

    @Test func `near another it lies where it does without, to some nanometres`() throws {
        var places = RandomPlaces(seed: 4)
        for number in 0..<20_000 {
            let origin = try places.place()
            let reach = [1e-6, 1e-3, 0.3, 0.57][number % 4]
            let place = try places.place(near: origin, degrees: reach)
            let near = FramePlace(place, near: origin, FramePlace(origin)).space
            let distance = (near - FramePlace(place).space).square.squareRoot()
            #expect(distance < 5e-9, "\(place) from \(origin)")
        }
    }

    @Test func `far from another, and across the antimeridian, it is as without`() throws {
        for (origin, place) in [
            ((52.0, 13), (52.6, 13)), ((0, 179.99), (0, -179.99)), ((10, 0), (-40, 120.0)),
        ] {
            let origin = try Coordinate(latitude: origin.0, longitude: origin.1)
            let place = try Coordinate(latitude: place.0, longitude: place.1)
            #expect(FramePlace(place, near: origin, FramePlace(origin)) == FramePlace(place))
        }
    }
}
