/// Why numbers make no shape.
public enum ShapeError: Error, Hashable, Sendable {
    /// A position's longitude is not a number from -540 to 540.
    case longitude(Double)
    /// A position's latitude is not a number from -90 to 90.
    case latitude(Double)
    /// An area has no polygon.
    case noPolygons
    /// A polygon, counted from 1, has no ring.
    case noRings(polygon: Int)
    /// An area or a line has more positions than `Area.maximumPositions`.
    case tooManyPositions(Int)
    /// The edges of an area or a line are longer in all than `Area.maximumDegrees`.
    case tooLong(degrees: Double)
    /// A ring has fewer than three distinct corners.
    case tooFewCorners(RingName, corners: Int)
    /// A ring does not end where it begins.
    case open(RingName, first: Position, last: Position)
    /// An edge spans more than half of all longitudes, which hardly anybody means.
    case longWay(EdgeName)
    /// Two edges cross.
    case crossing(EdgeName, EdgeName)
    /// Two edges lie on one another for some way.
    case overlapping(EdgeName, EdgeName)
    /// A hole is not inside the outer ring of its polygon.
    case holeOutside(RingName)
    /// A hole lies in another hole of the same polygon.
    case holeInHole(RingName, other: RingName)
    /// A polygon lies in another polygon of the same area; both counted from 1.
    case polygonInPolygon(Int, other: Int)
    /// A shape is all of the Earth and has no edge.
    case everywhere
    /// A line has fewer than two positions.
    case shortLine(positions: Int)
    /// All positions of a line are one place.
    case pointLine(Position)
    /// An edge of a line, counted from 1, spans more than half of all longitudes.
    case longWayLine(edge: Int, start: Position, end: Position)
    /// A corridor's width is not above 0 and at most `Corridor.maximumWidth` metres.
    case width(Double)
    /// A rectangle's west or east is not a number from -180 to 180.
    case meridian(Double)
    /// A rectangle's south is not south of its north.
    case parallels(south: Double, north: Double)
    /// A rectangle's west is its east.
    case meridians(Double)
}
