internal import CLibrary

/// An edge as a curve in space.
struct EdgeCurve {
    private let start: StripPoint
    /// Degrees from the start to the end.
    private let east, north: Double

    init(from start: StripPoint, to end: StripPoint) {
        self.start = start
        east = end.longitude - start.longitude
        north = end.latitude - start.latitude
    }

    /// The place so far along the edge, from 0 to 1, in degrees.
    func point(_ share: Double) -> GeodesicPoint {
        GeodesicPoint(
            longitude: start.longitude + share * east,
            latitude: start.latitude + share * north
        )
    }

    /// The place so far along the edge, from 0 to 1, in space.
    func space(_ share: Double) -> SpacePoint {
        let longitude = (start.longitude + share * east) * (Double.pi / 180)
        let latitude = (start.latitude + share * north) * (Double.pi / 180)
        let sine = sin(latitude)
        let normal = WGS84.equatorialRadius / (1 - WGS84.eccentricitySquared * sine * sine).squareRoot()
        let out = normal * cos(latitude)
        return SpacePoint(
            x: out * cos(longitude),
            y: out * sin(longitude),
            z: normal * (1 - WGS84.eccentricitySquared) * sine
        )
    }

    /// One step of Newton's method towards the share of the edge where it comes nearest to a place in space;
    /// nil where the edge bends so far around the place that there is none.
    ///
    /// With E(t) on the edge and P the place, the root of (E - P) · E'.
    func step(_ share: Double, towards place: SpacePoint) -> Double? {
        let longitude = (start.longitude + share * east) * (Double.pi / 180)
        let latitude = (start.latitude + share * north) * (Double.pi / 180)
        let (sinLatitude, cosLatitude) = (sin(latitude), cos(latitude))
        let (sinLongitude, cosLongitude) = (sin(longitude), cos(longitude))
        let root = 1 - WGS84.eccentricitySquared * sinLatitude * sinLatitude
        let normal = WGS84.equatorialRadius / root.squareRoot()
        let meridional = normal * (1 - WGS84.eccentricitySquared) / root
        let out = normal * cosLatitude
        let (dEast, dNorth) = (east * (.pi / 180), north * (.pi / 180))
        let eastward = SpacePoint(x: -sinLongitude, y: cosLongitude, z: 0)
        let northward = SpacePoint(
            x: -sinLatitude * cosLongitude,
            y: -sinLatitude * sinLongitude,
            z: cosLatitude
        )
        let upward = SpacePoint(x: cosLatitude * cosLongitude, y: cosLatitude * sinLongitude, z: sinLatitude)
        let axisward = SpacePoint(x: -cosLongitude, y: -sinLongitude, z: 0)
        let here = SpacePoint(
            x: out * cosLongitude,
            y: out * sinLongitude,
            z: normal * (1 - WGS84.eccentricitySquared) * sinLatitude
        )
        let away = here - place
        let speed = out * dEast * eastward + meridional * dNorth * northward
        let turn = -2 * meridional * sinLatitude * dNorth * dEast * eastward
        let bend = out * dEast * dEast * axisward + turn + -(meridional * dNorth * dNorth) * upward
        let slope = speed.square + away.dot(bend)
        guard slope > 1e-3 * speed.square else { return nil }
        return share - away.dot(speed) / slope
    }
}
