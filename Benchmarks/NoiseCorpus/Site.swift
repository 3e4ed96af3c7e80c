package import GeofenceCore

/// Where on the Earth the plane touches: good to some centimetres within a kilometre.
package struct Site: Sendable {
    private let origin: Coordinate
    private let metresPerDegree: (north: Double, east: Double)

    /// A site at a latitude and longitude in degrees, not near a pole or the antimeridian.
    package init(latitude: Double = 52.4, longitude: Double = 13.2) throws(CoordinateError) {
        let step = 0.01
        origin = try Coordinate(latitude: latitude, longitude: longitude)
        let north = try Coordinate(latitude: latitude + step, longitude: longitude)
        let east = try Coordinate(latitude: latitude, longitude: longitude + step)
        metresPerDegree = (
            Geodesic.distance(origin, north) / step,
            Geodesic.distance(origin, east) / step
        )
    }

    /// A site at a place that is not near a pole or the antimeridian.
    package init(_ place: Coordinate) throws(CoordinateError) {
        try self.init(latitude: place.latitude, longitude: place.longitude)
    }

    /// The point in the plane.
    package func point(_ place: Coordinate) -> Point {
        Point(
            east: (place.longitude - origin.longitude) * metresPerDegree.east,
            north: (place.latitude - origin.latitude) * metresPerDegree.north
        )
    }

    /// The place on the Earth.
    package func coordinate(_ point: Point) throws(CoordinateError) -> Coordinate {
        try Coordinate(
            latitude: origin.latitude + point.north / metresPerDegree.north,
            longitude: origin.longitude + point.east / metresPerDegree.east
        )
    }
}
