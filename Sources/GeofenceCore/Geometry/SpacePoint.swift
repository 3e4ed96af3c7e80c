internal import CLibrary

/// A place, or a step, in space: metres from the middle of the Earth.
///
/// x points to where the equator meets the meridian of Greenwich, z to the North Pole.
struct SpacePoint {
    let x, y, z: Double

    init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The straight distance through space.
    func distance(to other: SpacePoint) -> Double {
        hypot(hypot(other.x - x, other.y - y), other.z - z)
    }

    /// The place that many parts of the straight way to another, 0 to 1.
    func moved(by fraction: Double, to other: SpacePoint) -> SpacePoint {
        SpacePoint(
            x: x + fraction * (other.x - x),
            y: y + fraction * (other.y - y),
            z: z + fraction * (other.z - z)
        )
    }
}

extension GeodesicPoint {
    /// The place on the ellipsoid nearest to one in space that is less than 80 km above or below.
    ///
    /// The normal lies in the meridian, so the longitude is that of the place in space.
    ///
    /// Source: B. R. Bowring, Transformation from spatial to geographical coordinates, Survey Review 23,
    /// 323-327 (1976). Its first step is within 1 µm for depths up to 5 km, and within 0.1 mm at 79 km, as
    /// deep as a chord of 2,000 km lies.
    init(below place: SpacePoint) {
        let out = hypot(place.x, place.y)
        let (up0, out0) = Self.unit(place.z * WGS84.equatorialRadius, out * WGS84.polarRadius)
        let up = place.z + WGS84.secondEccentricitySquared * WGS84.polarRadius * up0 * up0 * up0
        let rest = out - WGS84.eccentricitySquared * WGS84.equatorialRadius * out0 * out0 * out0
        let degrees = 180 / Double.pi
        self.init(
            longitude: atan2(place.y, place.x) * degrees,
            latitude: atan2(up, max(0, rest)) * degrees
        )
    }

    private static func unit(_ up: Double, _ out: Double) -> (Double, Double) {
        let length = hypot(up, out)
        return (up / length, out / length)
    }
}

extension Coordinate {
    /// The latitude and longitude of a prepared place.
    init(_ place: GeodesicPoint) {
        latitude = min(90, max(-90, place.latitude))
        longitude = place.longitude <= -180 ? 180 : min(180, place.longitude)
    }
}
