@testable import GeofenceCore
import Testing

@Suite struct BoundingBoxTests {
    static let crossing = BoundingBox(south: -10, west: 170, north: 10, east: -175)
    static let round = BoundingBox(south: 80, north: 90)
    static let plain = BoundingBox(south: 40, west: 10, north: 50, east: 20)

    @Test(arguments: [
        (plain, 45.0, 15.0, true), (plain, 40, 10, true), (plain, 50, 20, true), (plain, 45, 20.1, false),
        (plain, 39.9, 15, false), (plain, 45, -165, false),
        (crossing, 0, 180, true), (crossing, 0, -180, true), (crossing, 0, 175, true),
        (crossing, 0, -179, true),
        (crossing, 0, 0, false), (crossing, 0, -174, false), (crossing, 11, 180, false),
        (round, 85, 0, true), (round, 85, 180, true), (round, 90, 77, true), (round, 79, 0, false),
        (.everywhere, 90, 180, true), (.everywhere, -90, 0, true),
        (BoundingBox(south: 0, west: -180, north: 1, east: -170), 0, 180, true),
        (BoundingBox(south: 0, west: 170, north: 1, east: -180), 0, 180, true),
    ])
    func `holds its edges and what lies between`(
        _ box: BoundingBox,
        _ latitude: Double,
        _ longitude: Double,
        _ expected: Bool
    ) throws {
        #expect(box.contains(try Coordinate(latitude: latitude, longitude: longitude)) == expected)
    }

    @Test(arguments: [
        (plain, plain, true), (plain, crossing, false), (plain, round, false), (round, .everywhere, true),
        (plain, BoundingBox(south: 50, west: 20, north: 60, east: 30), true),
        (plain, BoundingBox(south: 0, west: -170, north: 90, east: 170), true),
        (plain, BoundingBox(south: 0, west: 30, north: 90, east: 5), false),
        (plain, BoundingBox(south: 0, west: 30, north: 90, east: 12), true),
        (crossing, BoundingBox(south: 0, west: -180, north: 1, east: -179), true),
        (crossing, BoundingBox(south: 0, west: 179, north: 1, east: -179), true),
        (crossing, BoundingBox(south: 0, west: -176, north: 1, east: 0), true),
        (crossing, BoundingBox(south: 0, west: -174, north: 1, east: 169), false),
    ])
    func `overlaps what it shares a place with, either way round`(
        _ first: BoundingBox,
        _ second: BoundingBox,
        _ expected: Bool
    ) {
        #expect([first.overlaps(second), second.overlaps(first)] == [expected, expected])
    }

    @Test func `around a place holds every place within reach`() throws {
        var places = RandomPlaces(seed: 5)
        for step in 0..<400 {
            let center = try places.place()
            let radius = places.magnitude(in: 1e-3...20_000_000)
            let box = try Circle(center: center, radius: radius / 2).box(reach: radius / 2)
            for _ in 0..<50 {
                let place = try places.place(near: center, degrees: min(180, radius / 60_000))
                guard Geodesic.distance(center, place) <= radius else { continue }
                #expect(box.contains(place), "seed 5, step \(step): \(center), \(radius) m, \(place)")
            }
        }
    }

    @Test func `around a place is as wide as the circle and little wider`() throws {
        var places = RandomPlaces(seed: 6)
        for step in 0..<100 {
            let center = try places.place()
            let radius = places.magnitude(in: 1...20_000_000)
            let box = BoundingBox(around: center, metres: radius)
            let edge = try CircleEdge(center: center, radius: radius)
            for place in try edge.places(count: 24) {
                #expect(box.contains(place), "seed 6, step \(step): \(center), \(radius) m, \(place)")
            }
            guard box.north < 90, box.south > -90 else { continue }
            let top = try Coordinate(latitude: box.north, longitude: center.longitude)
            #expect(Geodesic.distance(center, top) < radius * 1.01 + 0.001, "seed 6, step \(step): \(center)")
        }
    }

    @Test(arguments: [
        (90.0, 0.0, 1.0), (-90, 0, 1), (89.999_99, 10, 2), (-89.999_99, 180, 2), (89, 0, 111_700),
        (0, 0, 10_000_000),
    ])
    func `around a pole has all longitudes`(_ latitude: Double, _ longitude: Double, _ metres: Double) throws
    {
        let place = try Coordinate(latitude: latitude, longitude: longitude)
        let box = BoundingBox(around: place, metres: metres)
        #expect(box == BoundingBox(south: box.south, north: box.north))
    }

    @Test func `with a huge reach is all of the Earth`() throws {
        let place = try Coordinate(latitude: 12, longitude: 34)
        #expect(try Circle(center: place, radius: 20_000_000).box(reach: 1_000_000) == .everywhere)
        #expect(BoundingBox(around: place, metres: .infinity) == .everywhere)
    }
}
