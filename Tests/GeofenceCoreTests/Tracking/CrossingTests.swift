@testable import GeofenceCore
import Testing

@Suite struct CrossingTests {
    /// A path of some 11,132 m along the equator.
    static func equator() throws -> TravelPath { try TravelPathTests.path((0, 10), (0, 10.1)) }

    static func circle(_ latitude: Double, _ longitude: Double, radius: Double) throws -> PreparedCircle {
        try PreparedCircle(
            Circle(center: Coordinate(latitude: latitude, longitude: longitude), radius: radius)
        )
    }

    @Test(arguments: [
        ((0.0, 10.0), (0.0, 10.1), (0.0, 10.05)),
        ((10, 179.95), (10, -179.95), (10, 180)),
        ((89.95, 20), (89.95, -160), (90, 77)),
        ((-89.95, 20), (-89.95, -160), (-90, 77)),
        ((50, 8), (50.05, 8.1), (50.025_01, 8.049_96)),
    ])
    func `cuts a circle around its middle`(
        _ from: (Double, Double),
        _ to: (Double, Double),
        _ center: (Double, Double)
    ) throws {
        let path = try TravelPathTests.path(from, to)
        let circle = try Self.circle(center.0, center.1, radius: 1_000)
        let parts = path.partsInside(signedDistance: circle.signedDistance)
        let half = 1_000 / path.length
        try #require(parts.count == 1)
        #expect(abs(parts[0].entry - (0.5 - half)) * path.length < 10)
        #expect(abs(parts[0].exit - (0.5 + half)) * path.length < 10)
        for edge in [parts[0].entry, parts[0].exit] {
            #expect(abs(circle.signedDistance(to: path.place(at: edge))) < 1e-3)
        }
    }

    /// The circle's middle is 0.01° north of the path along the equator, a meridian arc of 1,105.743 m.
    @Test(arguments: [(0.01, 1), (0.001, 1), (-0.01, 0), (-1, 0), (-1_000, 0)])
    func `counts parts from grazing to missing`(_ deeper: Double, _ count: Int) throws {
        let center = try Coordinate(latitude: 0.01, longitude: 10.05)
        let foot = try Coordinate(latitude: 0, longitude: 10.05)
        let radius = Geodesic.distance(center, foot) + deeper
        let circle = try Self.circle(0.01, 10.05, radius: radius)
        let parts = try Self.equator().partsInside(signedDistance: circle.signedDistance)
        #expect(parts.count == count)
    }

    @Test func `finds two separate parts`() throws {
        let circles = try [10.03, 10.07].map { try Self.circle(0, $0, radius: 556.597_5) }
        let path = try Self.equator()
        let parts = path.partsInside { place in
            min(circles[0].signedDistance(to: place), circles[1].signedDistance(to: place))
        }
        let rounded = parts.flatMap { [$0.entry, $0.exit] }.map { ($0 * 1e6).rounded() / 1e6 }
        #expect(rounded == [0.25, 0.35, 0.65, 0.75])
    }

    @Test func `takes a threshold for the edge`() throws {
        let circle = try Self.circle(0, 10.05, radius: 0.1)
        let parts = try Self.equator().partsInside(
            threshold: 556.497_5,
            signedDistance: circle.signedDistance
        )
        let rounded = parts.flatMap { [$0.entry, $0.exit] }.map { ($0 * 1e6).rounded() / 1e6 }
        #expect(rounded == [0.45, 0.55])
    }

    @Test func `begins or ends inside where a fix is inside`() throws {
        let path = try Self.equator()
        let first = path.partsInside(signedDistance: try Self.circle(0, 10, radius: 100).signedDistance)
        let last = path.partsInside(signedDistance: try Self.circle(0, 10.1, radius: 100).signedDistance)
        let all = path.partsInside(signedDistance: try Self.circle(0, 10, radius: 1e5).signedDistance)
        #expect(first.map(\.entry) == [0])
        #expect(last.map(\.exit) == [1])
        #expect(all == [Crossing(entry: 0, exit: 1)])
    }

    @Test(arguments: [0.5, 100, 1e6])
    func `has no part where it has no length`(_ radius: Double) throws {
        let path = try TravelPathTests.path((0, 10), (0, 10))
        #expect(path.length == 0)
        let circle = try Self.circle(0, 10, radius: radius)
        #expect(path.partsInside(signedDistance: circle.signedDistance) == [])
    }

    /// Latitude and radius of a circle beside the middle of the path: cut, far, missed by 4 cm, cut by 7 mm,
    /// small, out of reach.
    @Test(arguments: [
        (0.0, 1_000.0, 50), (0.01, 500, 4), (0.01, 1_105.7, 512), (0.01, 1_105.75, 512), (0.000_1, 5, 20),
        (1, 10, 2),
    ])
    func `evaluates seldom`(_ latitude: Double, _ radius: Double, _ most: Int) throws {
        let circle = try Self.circle(latitude, 10.05, radius: radius)
        var count = 0
        _ = try Self.equator().partsInside { place in
            count += 1
            return circle.signedDistance(to: place)
        }
        #expect(count <= most)
    }

    /// An edge of rounding noise, and one so near that no piece can be told.
    @Test(arguments: [0, 1e-9, 1e-3])
    func `has no part along an edge, and gives up in time`(_ distance: Double) throws {
        var (places, count) = (RandomPlaces(seed: 18), 0)
        let parts = try Self.equator().partsInside { _ in
            count += 1
            return distance + places.number(in: -1e-8...1e-8)
        }
        #expect(parts == [])
        #expect(count <= 512)
    }

    @Test func `agrees with many places along the path`() throws {
        var places = RandomPlaces(seed: 19)
        for step in 0..<300 {
            let from = try places.place()
            let to = try places.place(near: from, degrees: places.magnitude(in: 1e-4...0.2))
            guard let path = TravelPath(from: from, to: to), path.length > 1 else { continue }
            let circles = try (0..<3).map { _ in
                let place = path.coordinate(at: places.number(in: 0...1))
                let near = try places.place(near: place, degrees: path.length / 400_000)
                let radius = max(0.1, path.length * places.magnitude(in: 0.01...0.5))
                return try PreparedCircle(Circle(center: near, radius: radius))
            }
            func distance(_ place: GeodesicPoint) -> Double {
                circles.map { $0.signedDistance(to: place) }.min() ?? .infinity
            }
            let parts = path.partsInside(signedDistance: distance)
            for piece in 0...400 {
                let fraction = Double(piece) / 400
                let depth = distance(path.place(at: fraction))
                let isInside = parts.contains { fraction >= $0.entry && fraction <= $0.exit }
                #expect(
                    abs(depth) < 0.011 || isInside == (depth <= 0),
                    "seed 19, step \(step), \(fraction), \(depth)"
                )
            }
        }
    }
}
