/// All places within half a width of a line: a road, a river, a pipeline.
///
/// The line's edges are straight in longitude and latitude, as in GeoJSON. It may cross itself, and the
/// antimeridian by longitudes beyond ±180; an edge that spans more than 180 degrees of longitude is refused.
public struct Corridor: Hashable, Sendable {
    /// 2 to `Area.maximumPositions` positions, at least two of them distinct.
    public let line: [Position]
    /// Metres, above 0 and at most `maximumWidth`.
    public let width: Double

    /// Metres.
    public static let maximumWidth = 100_000.0

    /// Makes a corridor.
    ///
    /// - Throws: `ShapeError.shortLine`, `.tooManyPositions`, `.tooLong`, `.pointLine`, `.longWayLine` or
    ///   `.width`.
    public init(line: [Position], width: Double) throws(ShapeError) {
        guard line.count >= 2 else { throw .shortLine(positions: line.count) }
        guard line.count <= Area.maximumPositions else { throw .tooManyPositions(line.count) }
        let degrees = Position.degrees(of: line)
        guard degrees <= Area.maximumDegrees else { throw .tooLong(degrees: degrees) }
        guard line.contains(where: { !$0.isSamePlace(as: line[0]) }) else { throw .pointLine(line[0]) }
        for (edge, (start, end)) in zip(line, line.dropFirst()).enumerated() {
            guard !start.goesLongWay(to: end) else {
                throw .longWayLine(edge: edge + 1, start: start, end: end)
            }
        }
        guard width > 0, width <= Self.maximumWidth else { throw .width(width) }
        self.line = line
        self.width = width
    }
}
