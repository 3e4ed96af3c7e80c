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
