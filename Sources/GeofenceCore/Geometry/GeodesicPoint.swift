internal import CLibrary

/// A place prepared for many distances: what they need of it is computed once.
struct GeodesicPoint {
    /// The sine of the reduced latitude β, where tan β = (1 - f) tan φ.
    let sine: Double
    /// The cosine of the reduced latitude, never negative.
    let cosine: Double
    /// Degrees east; kept in degrees because the difference of two near ones is then exact.
    let longitude: Double
    /// Degrees north.
    let latitude: Double

    init(_ place: Coordinate) {
        self.init(longitude: place.longitude, latitude: place.latitude)
    }

    /// Takes degrees; the longitude is kept as it is.
    init(longitude: Double, latitude: Double) {
        let angle = latitude * (Double.pi / 180)
        let up = (1 - WGS84.flattening) * sin(angle)
        let out = max(0, cos(angle))
        let length = (up * up + out * out).squareRoot()
        sine = up / length
        cosine = out / length
        self.longitude = longitude
        self.latitude = latitude
    }

    /// The place in space, computed each time: circles need none.
    var space: SpacePoint {
        let meridian = longitude * (Double.pi / 180)
        return SpacePoint(
            x: WGS84.equatorialRadius * cosine * cos(meridian),
            y: WGS84.equatorialRadius * cosine * sin(meridian),
            z: WGS84.polarRadius * sine
        )
    }

    /// Where a place within 5 km lies in the plane that touches the Earth here: 2 cm beside where
    /// `LocalFrame` has it at most, and without its sines.
    ///
    /// The plane's normal has the reduced latitude in place of the latitude, and so is 0.1° aslant. That
    /// shortens a way to the north by 1.4 millionths, 7 mm of 5 km. The Earth falls off by 2 m on such a way,
    /// and 3 mm of those count as a way.
    func offset(of other: GeodesicPoint) -> Offset {
        let gap = longitude.shortWay(to: other.longitude) * (Double.pi / 180)
        let square = gap * gap
        let out = WGS84.equatorialRadius * (other.cosine * (1 - square / 2) - cosine)
        let up = WGS84.polarRadius * (other.sine - sine)
        return Offset(
            east: WGS84.equatorialRadius * other.cosine * gap * (1 - square / 6),
            north: cosine * up - sine * out
        )
    }

    private init(mirroring other: GeodesicPoint) {
        sine = -other.sine
        cosine = other.cosine
        longitude = other.longitude
        latitude = -other.latitude
    }

    /// The same place on the other side of the equator.
    var mirrored: GeodesicPoint { GeodesicPoint(mirroring: self) }

    /// How far apart the meridians are, in degrees from 0 to 180.
    func gap(to other: GeodesicPoint) -> Double {
        let degrees = abs(other.longitude - longitude)
        return degrees > 180 ? 360 - degrees : degrees
    }
}
