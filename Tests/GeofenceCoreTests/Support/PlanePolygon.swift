import CLibrary
@testable import GeofenceCore

/// A polygon in a plane around a fix: outer rings anticlockwise, holes clockwise.
struct PlanePolygon {
    var rings: [[(x: Double, y: Double)]]

    static func square(half: Double) -> PlanePolygon {
        PlanePolygon(rings: [[(-half, -half), (half, -half), (half, half), (-half, half)]])
    }

    static func regular(corners: Int, radius: Double) -> PlanePolygon {
        let ring = (0..<corners).map { corner in
            let angle = 2 * .pi * Double(corner) / Double(corners)
            return (x: radius * cos(angle), y: radius * sin(angle))
        }
        return PlanePolygon(rings: [ring])
    }

    /// What it leaves out, when its rings become the holes of a square around all of it.
    var complement: PlanePolygon {
        PlanePolygon(rings: PlanePolygon.square(half: 1e4).rings + rings.map { $0.reversed() })
    }

    func moved(by x: Double, _ y: Double) -> PlanePolygon {
        PlanePolygon(rings: rings.map { $0.map { ($0.x + x, $0.y + y) } })
    }

    func turned(by angle: Double) -> PlanePolygon {
        let (c, s) = (cos(angle), sin(angle))
        return PlanePolygon(rings: rings.map { $0.map { ($0.x * c - $0.y * s, $0.x * s + $0.y * c) } })
    }

    /// Whether a place is inside, by counting the edges to its east.
    func contains(_ x: Double, _ y: Double) -> Bool {
        edges.count { edge in
            let (a, b) = edge
            guard (a.y > y) != (b.y > y) else { return false }
            return a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) > x
        } % 2 == 1
    }

    var edges: [((x: Double, y: Double), (x: Double, y: Double))] {
        rings.flatMap { ring in Array(zip(ring, ring.dropFirst() + ring.prefix(1))) }
    }

    /// The probability for a fix at the origin.
    func confidence(sigma: Double, isInside: Bool? = nil) -> Double {
        var sum = EdgeConfidence(sigma: sigma, isInside: isInside ?? contains(0, 0))
        for (start, end) in edges { sum.add(from: start, to: end) }
        return sum.probability
    }
}
