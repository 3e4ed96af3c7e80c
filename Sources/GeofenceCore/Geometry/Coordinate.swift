/// A place on the WGS 84 ellipsoid.
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    public let latitude: Double
    /// Degrees east of Greenwich, -180 (exclusive) to 180; the antimeridian is always 180.
    public let longitude: Double

    /// Makes a place from degrees.
    ///
    /// -180 becomes 180 and -0 becomes 0, so that one place has one value. Longitudes beyond 180 are refused,
    /// not wrapped.
    /// - Throws: `CoordinateError` where a number is not finite or out of range.
    public init(latitude: Double, longitude: Double) throws(CoordinateError) {
        guard latitude >= -90, latitude <= 90 else { throw .latitude(latitude) }
        guard longitude >= -180, longitude <= 180 else { throw .longitude(longitude) }
        self.latitude = latitude == 0 ? 0 : latitude
        self.longitude = longitude == -180 ? 180 : (longitude == 0 ? 0 : longitude)
    }

    /// Where the equator and the meridian of Greenwich meet.
    static let origin = Coordinate()

    private init() { (latitude, longitude) = (0, 0) }
}

/// Why two numbers are no place.
public enum CoordinateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The latitude is not a number from -90 to 90.
    case latitude(Double)
    /// The longitude is not a number from -180 to 180.
    case longitude(Double)

    /// What is wrong, for a person.
    public var description: String {
        switch self {
        case .latitude(let degrees): "latitude \(degrees) is not within -90…90 degrees"
        case .longitude(let degrees): "longitude \(degrees) is not within -180…180 degrees"
        }
    }
}
