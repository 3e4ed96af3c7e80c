/// All places no farther than `radius` from `center` along the ellipsoid.
public struct Circle: Hashable, Sendable {
    /// The middle.
    public let center: Coordinate
    /// Metres, above 0 and at most `maximumRadius`.
    public let radius: Double

    /// Metres; a larger circle would hold all of the Earth, or nearly.
    ///
    /// Source: half a meridian of WGS 84 is 20,003,931 m, the greatest distance of any two places.
    public static let maximumRadius = 20_000_000.0

    /// Makes a circle.
    ///
    /// - Throws: `FenceError.radius` where the radius is not above 0 and at most `maximumRadius`.
    public init(center: Coordinate, radius: Double) throws(FenceError) {
        guard radius > 0, radius <= Self.maximumRadius else { throw .radius(radius) }
        self.center = center
        self.radius = radius
    }
}
