extension ShapeError: CustomStringConvertible {
    /// What is wrong, where, and what to do, for a person.
    public var description: String {
        switch self {
        case .longitude(let degrees):
            "longitude \(degrees) is not within -540…540 degrees; positions are [longitude, latitude]"
        case .latitude(let degrees):
            "latitude \(degrees) is not within -90…90 degrees; positions are [longitude, latitude]"
        case .tooManyPositions(let count):
            "\(count) positions are more than \(Area.maximumPositions); simplify the shape"
        case .tooLong(let degrees):
            "edges of \(degrees.rounded(.up)) degrees in all are more than \(Area.maximumDegrees); a shape hardly goes so often round the Earth"
        case .everywhere: "the shape is all of the Earth and has no edge; make it smaller"
        case .shortLine(let count): "a line needs at least 2 positions, not \(count)"
        case .pointLine(let position):
            "all positions of the line are \(position); use a circle, or add a position"
        case .longWayLine(let edge, let start, let end):
            "edge \(edge) of the line, \(start) to \(end), " + Self.longWayAdvice(start, end)
        case .width(let metres):
            "width \(metres) is not above 0 and at most \(Corridor.maximumWidth) metres"
        case .meridian(let degrees): "longitude \(degrees) of a side is not within -180…180 degrees"
        case .parallels(let south, let north):
            "south \(south) is not less than north \(north); the order is west, south, east, north"
        case .meridians(let degrees):
            "west and east are both \(degrees); move one, or write -180 and 180 for all longitudes"
        default: areaDescription
        }
    }

    private var areaDescription: String {
        switch self {
        case .noPolygons: "an area needs at least one polygon"
        case .noRings(let polygon): "polygon \(polygon) has no ring; give it an outer ring or remove it"
        case .tooFewCorners(let ring, let corners):
            "\(ring) has \(corners) distinct corners; it needs at least 3"
        case .open(let ring, let first, let last):
            "\(ring) begins at \(first) and ends at \(last); repeat the first position at the end"
        case .longWay(let edge): "\(edge), " + Self.longWayAdvice(edge.start, edge.end)
        case .crossing(let first, let second):
            "\(first), crosses \(second); edges may touch but not cross"
        case .overlapping(let first, let second):
            "\(first), lies on \(second); edges may touch in a point only, so remove one or join the rings"
        case .holeOutside(let hole):
            "\(hole) is a hole and not inside ring 1; make it a polygon of its own or remove it"
        case .holeInHole(let hole, let other): "\(hole) lies in another hole, \(other); remove one of them"
        case .polygonInPolygon(let polygon, let other):
            "polygon \(polygon) lies in polygon \(other); remove it, or make it a hole"
        default: ""
        }
    }

    /// What to write instead of an edge that jumps over the antimeridian.
    private static func longWayAdvice(_ start: Position, _ end: Position) -> String {
        let turn = end.longitude > start.longitude ? -360.0 : 360
        return """
            goes the long way round the Earth: to cross the antimeridian write \(end.longitude + turn) for \
            \(end.longitude) and go on counting from there, else add a position in between
            """
    }
}
