/// The way a device is taken to have gone between two fixes.
///
/// It is the straight line through space, every place of which is brought to the ellipsoid along the normal.
/// Because the line has no coordinates to wrap, poles and the antimeridian are places like others. To the
/// side it strays from the geodesic by less than 0.1 mm over 16 km and 4 mm over 100 km, as was measured:
/// both leave the plane of the chord and a normal only as the normals between the ends twist, which grows
/// with the cube of the length. Equal shares of the line are passed in equal times, which along the geodesic
/// is off by less than 2 mm over 16 km and 0.4 m over 100 km.
struct TravelPath {
    /// The fixes, in space.
    let start, end: SpacePoint
    /// The length of the geodesic between the fixes in metres; the path is as long within 1 µm over 100 km.
    let length: Double
    /// No part of the path is longer along the ellipsoid than its share of this, in metres.
    let longestLength: Double
    /// How far the straight line lies below the ellipsoid at most, in metres.
    let depth: Double
    private let ends: (GeodesicPoint, GeodesicPoint)

    /// The longest straight line that is a path, in metres: 300 s at 24,000 km/h.
    static let longest = 2_000_000.0

    /// Makes the path between two fixes; nil where they are more than 2,000 km apart through space.
    ///
    /// An ellipsoid is nowhere more curved than a ball of the radius b² / a, which thus rolls freely inside
    /// (W. Blaschke, Kreis und Kugel, 1916). Hence a chord c lies no deeper below it than below that ball's
    /// surface, and is stretched no more on its way up: by 1 / √(1 - (c a / 2 b²)²).
    init?(from: Coordinate, to: Coordinate) {
        ends = (GeodesicPoint(from), GeodesicPoint(to))
        (start, end) = (ends.0.space, ends.1.space)
        let chord = start.distance(to: end)
        guard chord <= Self.longest else { return nil }
        length = Geodesic.distance(ends.0, ends.1)
        let ball = WGS84.polarRadius * WGS84.polarRadius / WGS84.equatorialRadius
        let height = (ball * ball - chord * chord / 4).squareRoot()
        longestLength = chord * (ball / height)
        depth = chord * chord / 4 / (ball + height)
    }

    /// The place that many parts of the way along, 0 to 1: the time between the fixes passes in equal shares.
    func place(at fraction: Double) -> GeodesicPoint {
        if fraction <= 0 { return ends.0 }
        if fraction >= 1 { return ends.1 }
        return GeodesicPoint(below: start.moved(by: fraction, to: end))
    }

    /// The same as degrees.
    func coordinate(at fraction: Double) -> Coordinate {
        Coordinate(place(at: fraction))
    }
}
