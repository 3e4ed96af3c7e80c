import GeofenceCore

extension CoordinatesProblem {
    /// What is wrong with a shape, at the polygon, ring or position that it is about.
    init(_ error: ShapeError, in type: GeometryType) {
        message = "\(error)"
        switch error {
        case .noRings(let polygon): indices = Self.indices(polygon, type)
        case .tooFewCorners(let ring, _), .holeOutside(let ring), .holeInHole(let ring, _):
            indices = Self.indices(ring, type)
        case .open(let ring, _, _): indices = Self.indices(ring, type)
        case .longWay(let edge), .crossing(let edge, _), .overlapping(let edge, _):
            indices = Self.indices(edge.ring, type) + [edge.edge - 1]
        case .polygonInPolygon(let polygon, _): indices = Self.indices(polygon, type)
        case .longWayLine(let edge, _, _): indices = [edge - 1]
        default: indices = []
        }
    }

    private static func indices(_ ring: RingName, _ type: GeometryType) -> [Int] {
        indices(ring.polygon, type) + [ring.ring - 1]
    }

    /// A `Polygon` has no list of polygons.
    private static func indices(_ polygon: Int, _ type: GeometryType) -> [Int] {
        type == .multiPolygon ? [polygon - 1] : []
    }
}
