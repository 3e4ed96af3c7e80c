/// Polygons with holes, as GeoJSON has them: edges are straight in longitude and latitude.
///
/// A place on an edge belongs to the area. The direction of a ring does not matter.
///
/// The antimeridian may be crossed in two ways: by longitudes beyond ±180 (`[179, 0], [181, 0]`), or by
/// polygons split along it (RFC 7946, section 3.1.9), whose common edge on ±180 is no edge of the area. An
/// edge that spans more than 180 degrees of longitude, such as `[179, 0], [-179, 0]`, is refused, as it is
/// hardly ever meant the way it is written; edges along a pole and those from -180 to 180 are taken.
///
/// A pole is held by a ring that goes up to it and along it (`[180, 70], [180, 90], [-180, 90], [-180, 70]`),
/// or by one that goes once round the Earth and ends 360 degrees from where it began: that holds the pole
/// nearer to its mean latitude, the north pole where that is 0.
public struct Area: Hashable, Sendable {
    /// Polygons, their rings (the first is the outer one, the others are holes), and the positions of each,
    /// first and last alike.
    public let polygons: [[[Position]]]

    /// The greatest number of positions of a shape.
    public static let maximumPositions = 100_000

    /// The greatest length of all edges of a shape, each by the larger of its degrees of longitude and of
    /// latitude: of long edges every degree takes memory.
    public static let maximumDegrees = 100_000.0

    /// Makes an area.
    ///
    /// Repeated positions in a row are taken for one. Edges may touch in a point and not cross or lie on one
    /// another.
    /// - Throws: `ShapeError` for the first thing that is wrong.
    /// - Complexity: O(n log n) for n positions. Up to O(n k) with k rings where one holds the north pole,
    ///   where rings meet on the antimeridian, or where many lie in one another and shouldn't.
    public init(polygons: [[[Position]]]) throws(ShapeError) {
        self.polygons = polygons
        try check()
    }
}
