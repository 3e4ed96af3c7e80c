internal import CLibrary

/// The plane that touches the ellipsoid in a place.
///
/// A point is put on it along the vertical of the place. At 5 km that shortens the way by less than a
/// millimetre (d³ / 6R²).
struct TangentPlane {
    private let origin: SpacePoint
    private let eastward, northward: SpacePoint

    init(at place: GeodesicPoint) {
        origin = place.space
        let (longitude, latitude) = (place.longitude * (Double.pi / 180), place.latitude * (Double.pi / 180))
        let (sinLongitude, cosLongitude) = (sin(longitude), cos(longitude))
        eastward = SpacePoint(x: -sinLongitude, y: cosLongitude, z: 0)
        northward = SpacePoint(
            x: -sin(latitude) * cosLongitude,
            y: -sin(latitude) * sinLongitude,
            z: cos(latitude)
        )
    }

    /// Metres east and north.
    func coordinates(_ point: SpacePoint) -> (east: Double, north: Double) {
        let away = point - origin
        return (away.dot(eastward), away.dot(northward))
    }
}
