/// A corner of a shape as GeoJSON writes it: longitude first, in degrees.
///
/// Unlike a `Coordinate` it may lie beyond the antimeridian, so that an edge that crosses it can go on
/// counting: 181 is the meridian of -179.
public struct Position: Hashable, Sendable, CustomStringConvertible {
    /// Degrees east of Greenwich, -540 to 540.
    public let longitude: Double
    /// Degrees north of the equator, -90 to 90.
    public let latitude: Double

    /// Makes a corner from degrees; -0 becomes 0.
    ///
    /// - Throws: `ShapeError.longitude` or `.latitude` where a number is not finite or out of range.
    public init(longitude: Double, latitude: Double) throws(ShapeError) {
        guard longitude >= -540, longitude <= 540 else { throw .longitude(longitude) }
        guard latitude >= -90, latitude <= 90 else { throw .latitude(latitude) }
        self.longitude = longitude == 0 ? 0 : longitude
        self.latitude = latitude == 0 ? 0 : latitude
    }

    /// As GeoJSON writes it.
    public var description: String { "[\(longitude), \(latitude)]" }
}

extension Position {
    /// The length of a line, each edge by the larger of its degrees of longitude and of latitude.
    static func degrees(of line: [Position]) -> Double {
        zip(line, line.dropFirst()).reduce(0) { sum, edge in
            let east = abs(edge.1.longitude - edge.0.longitude)
            let north = abs(edge.1.latitude - edge.0.latitude)
            return sum + max(east, north)
        }
    }
}
