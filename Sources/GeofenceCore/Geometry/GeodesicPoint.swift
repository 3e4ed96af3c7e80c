internal import Glibc

/// A place prepared for many distances: what they need of it is computed once.
struct GeodesicPoint {
    /// The sine of the reduced latitude β, where tan β = (1 - f) tan φ.
    let sine: Double
    /// The cosine of the reduced latitude, never negative.
    let cosine: Double
    /// Degrees east; kept in degrees because the difference of two near ones is then exact.
    let longitude: Double

    init(_ place: Coordinate) {
        let latitude = place.latitude * (Double.pi / 180)
        let up = (1 - WGS84.flattening) * sin(latitude)
        let out = max(0, cos(latitude))
        let length = (up * up + out * out).squareRoot()
        sine = up / length
        cosine = out / length
        longitude = place.longitude
    }

    init(sine: Double, cosine: Double, longitude: Double) {
        self.sine = sine
        self.cosine = cosine
        self.longitude = longitude
    }

    /// The same place on the other side of the equator.
    var mirrored: GeodesicPoint {
        GeodesicPoint(sine: -sine, cosine: cosine, longitude: longitude)
    }

    /// How far apart the meridians are, in degrees from 0 to 180.
    func gap(to other: GeodesicPoint) -> Double {
        let degrees = abs(other.longitude - longitude)
        return degrees > 180 ? 360 - degrees : degrees
    }
}
