package import GeofenceCore
import CLibrary

/// A shape other than a circle, beside a device that stands still.
package enum ParkedShape: String, CaseIterable, Sendable {
    /// A corner of a square of 400 m; the device is on its diagonal.
    case corner = "a corner"
    /// 40 m wide and 400 m long; the device is beside its middle.
    case corridor = "a corridor of 40 m"

    /// The shape whose edge is so many metres from the site, negative inside, turned by some radians; nil
    /// where it has no place so deep inside.
    func shape(edge: Double, turned: Double, at site: Site) throws -> Shape? {
        func position(_ along: Double, _ beside: Double) throws -> Position {
            let point = Point(
                east: along * cos(turned) - beside * sin(turned),
                north: along * sin(turned) + beside * cos(turned)
            )
            let place = try site.coordinate(point)
            return try Position(longitude: place.longitude, latitude: place.latitude)
        }
        switch self {
        case .corner:
            // Outside the corner itself is nearest, inside both sides are.
            let near = edge > 0 ? -edge * 0.5.squareRoot() : -edge
            let far = near - Self.length
            let corners = [(near, near), (near, far), (far, far), (far, near), (near, near)]
            return .area(try Area(polygons: [[try corners.map { try position($0, $1) }]]))
        case .corridor:
            let beside = Self.halfWidth + edge
            guard beside >= 0 else { return nil }
            let ends = try [-Self.length / 2, Self.length / 2].map { try position($0, beside) }
            return .corridor(try Corridor(line: ends, width: 2 * Self.halfWidth))
        }
    }

    /// Metres.
    private static let length = 400.0
    private static let halfWidth = 20.0
}

extension ParkedShape {
    /// How well a device that stands still is told to be beside it, at several distances in metres, negative
    /// inside; nil where it has no such place.
    package func scores(
        _ observations: [Observation],
        edges: [Double],
        days: Double,
        _ setting: Setting
    ) throws -> [ParkedScore?] {
        let site = try Site()
        let shapes = try edges.enumerated().map { index, edge in
            try shape(edge: edge, turned: Double(index) * ParkingLot.turn, at: site)
        }
        let transitions = try setting.transitions(observations, at: shapes.compactMap(\.self))
        var next = transitions.makeIterator()
        return zip(edges, shapes).map { edge, shape in
            guard shape != nil, let transitions = next.next() else { return nil }
            var score = ParkedScore()
            score.add(transitions, isInside: edge < 0, seconds: days * 86400)
            return score
        }
    }
}
