import GeofenceCore

extension Fence {
    /// Places at, within and without the edge, as far as there are such; around anywhere for a fence that
    /// goes with a device.
    var placesAboutEdge: [Coordinate] {
        if let follows { return Self.places(about: Coordinate.ends.prefix(1), follows.radius) }
        switch shape {
        case .circle(let circle): return Self.places(about: [circle.center], circle.radius)
        case .area(let area): return Self.places(along: area.polygons.flatMap(\.self), width: 0)
        case .corridor(let corridor): return Self.places(along: [corridor.line], width: corridor.width)
        case .rectangle(let rectangle): return Self.places(along: [rectangle.corners], width: 0)
        case nil: return []
        }
    }

    /// The middle, and places to the north and to the east.
    private static func places(about middles: some Sequence<Coordinate>, _ radius: Double) -> [Coordinate] {
        let degrees = radius / metresPerDegree
        let steps: [(Double, Double)] = [(0, 0), (1, 0), (0.999, 0), (1.01, 0), (0, 1), (0, 2)]
        return middles.flatMap { middle in
            steps.map { .near(middle.longitude + $1 * degrees, middle.latitude + $0 * degrees) }
        }
    }

    /// Places about a few of the edges, spread over all of them.
    private static func places(along lines: [[Position]], width: Double) -> [Coordinate] {
        let edges = lines.flatMap { zip($0, $0.dropFirst()) }
        let step = max(1, edges.count / 6)
        return stride(from: 0, to: edges.count, by: step).flatMap { places(at: edges[$0], width) }
    }

    /// Where an edge begins, its middle, and places beside that: a hair's breadth, a metre, and half the
    /// width of a corridor away.
    private static func places(at edge: (Position, Position), _ width: Double) -> [Coordinate] {
        let (start, end) = edge
        let (east, north) = (end.longitude - start.longitude, end.latitude - start.latitude)
        let length = max((east * east + north * north).squareRoot(), .leastNormalMagnitude)
        let half = width / 2 / metresPerDegree
        let beside = [-half, half, 0, 1e-9, -1e-9, 1e-5, -1e-5, half * 1.01]
        let middle = (start.longitude + east / 2, start.latitude + north / 2)
        return [.near(start.longitude, start.latitude)]
            + beside.dropFirst(width > 0 ? 0 : 2).dropLast(width > 0 ? 0 : 1).map { step in
                .near(middle.0 - north / length * step, middle.1 + east / length * step)
            }
    }

    /// Of latitude, anywhere: near enough.
    private static let metresPerDegree = 111_200.0
}

extension Rectangle {
    /// Its corners as a ring, with the middles of the parallels so that no edge is longer than half of the
    /// Earth.
    fileprivate var corners: [Position] {
        let width = east > west ? east - west : east - west + 360
        let middle = west + width / 2
        let ring = [(west, south), (middle, south), (west + width, south), (west + width, north)]
        return (ring + [(middle, north), (west, north), (west, south)]).compactMap { longitude, latitude in
            try? Position(longitude: longitude, latitude: latitude)
        }
    }
}

extension Coordinate {
    /// The poles, and where longitudes end.
    static var ends: [Coordinate] {
        [(90, 0), (-90, 180), (0, 180), (0, -179.999_999), (0, 0)].map { .near($0.1, $0.0) }
    }

    /// The place with these degrees, or the nearest that there is.
    fileprivate static func near(_ longitude: Double, _ latitude: Double) -> Coordinate {
        let (latitude, longitude) = (min(90, max(-90, latitude)), longitude.remainder(dividingBy: 360))
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            preconditionFailure("no place: \(error)")
        }
    }
}
