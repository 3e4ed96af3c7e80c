import CLibrary
@testable import GeofenceCore
import Testing

/// What must not matter, and what every shape must keep to.
@Suite struct PreparedShapeTests {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `turns, direction and place do not matter`(_ seed: UInt64) throws {
        var places = RandomPlaces(seed: seed)
        let middle = try Coordinate(
            latitude: places.number(in: -60...60),
            longitude: seed % 2 == 0 ? 179.9 : places.number(in: -180...180)
        )
        let ring = try places.star(
            longitude: middle.longitude,
            latitude: middle.latitude,
            corners: 3 + places.index(below: 60),
            degrees: places.magnitude(in: 0.001...20)
        )
        let shapes = try [ring, ring.moved(east: middle.longitude > 0 ? -360 : 360), ring.reversed()].map {
            PreparedShape(.area(try Area(polygons: [[$0]])))
        }
        for step in 0..<50 {
            let place = try places.place(near: middle, degrees: places.magnitude(in: 0.001...60))
            let distances = shapes.map { $0.signedDistance(to: GeodesicPoint(place)) }
            for distance in distances {
                #expect(abs(distance - distances[0]) < 1e-6, "seed \(seed), step \(step): \(place)")
            }
        }
    }

    @Test func `both sides of the antimeridian are one place`() throws {
        let ring = try [Position]([178, 10, 182, 11, 181, 15, 179, 14, 178, 10])
        let shape = PreparedShape(.area(try Area(polygons: [[ring]])))
        for latitude in stride(from: 8.0, through: 17, by: 0.5) {
            let distances = try [180.0, -180, 179.999_999_999, -179.999_999_999].map {
                shape.signedDistance(to: GeodesicPoint(try Coordinate(latitude: latitude, longitude: $0)))
            }
            for distance in distances { #expect(abs(distance - distances[0]) < 0.001, "\(latitude)") }
            #expect((distances[0] < 0) == (latitude > 10.5 && latitude < 14.5), "\(latitude)")
        }
    }

    @Test(arguments: [
        ([-10.0, -5, 20, 40], [[-10.0, -5, 20, -5, 20, 40, -10, 40, -10, -5]]),
        ([170, 50, -170, 60], [[170, 50, 190, 50, 190, 60, 170, 60, 170, 50]]),
        ([0, 60, 90, 90], [[0, 60, 90, 60, 90, 90, 0, 90, 0, 60]]),
        ([-180, 60, 180, 90], [[0, 60, 120, 60, 240, 60, 360, 60]]),
        ([-180, -90, 180, -60], [[0, -60, 120, -60, 240, -60, 360, -60]]),
        ([-180, 60, 180, 80], [[0, 60, 120, 60, 240, 60, 360, 60], [0, 80, 120, 80, 240, 80, 360, 80]]),
        ([170, -10, 180, 10], [[170, -10, 180, -10, 180, 10, 170, 10, 170, -10]]),
        ([180, -10, -170, 10], [[-180, -10, -170, -10, -170, 10, -180, 10, -180, -10]]),
    ])
    func `a rectangle is an area with four edges`(_ sides: [Double], _ rings: [[Double]]) throws {
        let rectangle = PreparedShape(
            .rectangle(try Rectangle(west: sides[0], south: sides[1], east: sides[2], north: sides[3]))
        )
        let area = PreparedShape(.area(try Area(all: [rings])))
        #expect(abs(rectangle.scale / area.scale - 1) < 1e-3)
        #expect(rectangle.box(reach: 10) == area.box(reach: 10))
        var places = RandomPlaces(seed: 7)
        for step in 0..<300 {
            let point = GeodesicPoint(try places.place())
            let (first, second) = (rectangle.signedDistance(to: point), area.signedDistance(to: point))
            #expect(abs(first - second) < 0.01 + 1e-6 * abs(first), "seed 7, step \(step): \(point)")
        }
    }

    @Test(arguments: ShapeDistanceTests.cases)
    func `a box holds every place within reach`(_ known: ShapeCase) throws {
        let shape = PreparedShape(known.shape)
        var places = RandomPlaces(seed: 8)
        for step in 0..<200 {
            let near = known.places[places.index(below: known.places.count)].place
            let place = try places.place(near: near, degrees: places.magnitude(in: 0.001...30))
            let reach = max(0, shape.signedDistance(to: GeodesicPoint(place))) * (1 + 1e-6) + 0.01
            #expect(shape.box(reach: reach).contains(place), "\(known), seed 8, step \(step): \(place)")
        }
    }

    @Test(arguments: [
        (Shape.circle(try Circle(center: Coordinate(latitude: 1, longitude: 2), radius: 70)), 70.0),
        // A hundredth of a degree at the equator: 2 · 1113.195 · 1105.743 / (2 · (1113.195 + 1105.743))
        // metres.
        (.rectangle(try Rectangle(west: 0, south: -0.005, east: 0.01, north: 0.005)), 554.728),
        (.corridor(try Corridor(line: [Position]([0, -0.005, 0, 0.005]), width: 20)), 19.724),
        // The northern half: the area is half of 510,065,622 km², the edge the equator.
        (.rectangle(try Rectangle(west: -180, south: 0, east: 180, north: 90)), 12_727_800),
    ])
    func `the scale is twice the area by the perimeter`(_ shape: Shape, _ expected: Double) {
        #expect(abs(PreparedShape(shape).scale / expected - 1) < 1e-3)
    }

    @Test func `a place on an edge or a corner is on the edge`() throws {
        let shape = PreparedShape(.area(try Area([13, 52, 14, 52, 14, 53, 13, 53, 13, 52])))
        for (latitude, longitude) in [(52.0, 13.0), (52, 13.3), (52.7, 14), (53, 13.123_456), (52.111, 13)] {
            let place = GeodesicPoint(try Coordinate(latitude: latitude, longitude: longitude))
            #expect(shape.signedDistance(to: place) == 0, "\(latitude), \(longitude)")
        }
    }
}
