import CLibrary
import GeofenceCore

/// Places on the edge of a circle, found by halving along great circles of a sphere: slow and obvious.
struct CircleEdge {
    private let center: Coordinate
    private let radius: Double

    init(center: Coordinate, radius: Double) throws {
        self.center = center
        self.radius = radius
    }

    /// Places in so many directions, each within the circle and less than a micrometre from its edge.
    func places(count: Int) throws -> [Coordinate] {
        try (0..<count).map { try place(direction: 2 * .pi * Double($0) / Double(count)) }
    }

    private func place(direction: Double) throws -> Coordinate {
        var (inside, outside) = (0.0, Double.pi)
        for _ in 0..<60 {
            let middle = (inside + outside) / 2
            let isInside = Geodesic.distance(center, try step(middle, direction: direction)) <= radius
            if isInside { inside = middle } else { outside = middle }
        }
        return try step(inside, direction: direction)
    }

    /// Goes along a great circle of the sphere, radians.
    private func step(_ length: Double, direction: Double) throws -> Coordinate {
        let latitude = center.latitude * .pi / 180
        let across = sin(length) * sin(direction)
        let forward = cos(latitude) * cos(length) - sin(latitude) * sin(length) * cos(direction)
        let up = sin(latitude) * cos(length) + cos(latitude) * sin(length) * cos(direction)
        let out = (across * across + forward * forward).squareRoot()
        return try Coordinate(
            latitude: min(90, max(-90, atan2(up, out) * 180 / .pi)),
            longitude: wrapped(center.longitude + atan2(across, forward) * 180 / .pi)
        )
    }
}
