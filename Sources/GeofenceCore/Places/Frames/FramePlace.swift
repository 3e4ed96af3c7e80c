internal import CLibrary

/// A place with the sines and cosines of its angles: what planes need of it is computed once.
struct FramePlace: Hashable {
    let sinLatitude, cosLatitude, sinLongitude, cosLongitude: Double

    /// The place in space, as `GeodesicPoint.space` has it.
    var space: SpacePoint {
        let up = (1 - WGS84.flattening) * sinLatitude
        let out = max(0, cosLatitude)
        let length = (up * up + out * out).squareRoot()
        return SpacePoint(
            x: WGS84.equatorialRadius * (out / length) * cosLongitude,
            y: WGS84.equatorialRadius * (out / length) * sinLongitude,
            z: WGS84.polarRadius * (up / length)
        )
    }
}

extension FramePlace {
    /// Computes them with the C library.
    init(_ place: Coordinate) {
        let (longitude, latitude) = (place.longitude * (.pi / 180), place.latitude * (.pi / 180))
        self.init(
            sinLatitude: sin(latitude),
            cosLatitude: cos(latitude),
            sinLongitude: sin(longitude),
            cosLongitude: cos(longitude)
        )
    }

    /// Computes them from those of a nearby place: sums of angles, with short series for the small
    /// difference.
    ///
    /// The first terms that are left out, Δ⁷ / 7! and Δ⁸ / 8!, are smaller than what rounding loses. Farther
    /// than `smallAngle` in latitude or longitude it is as `init(_:)`.
    init(_ place: Coordinate, near origin: Coordinate, _ other: FramePlace) {
        let eastward = (place.longitude - origin.longitude) * (.pi / 180)
        let northward = (place.latitude - origin.latitude) * (.pi / 180)
        guard max(abs(eastward), abs(northward)) <= Self.smallAngle else {
            self.init(place)
            return
        }
        let latitude = Self.turned(other.sinLatitude, other.cosLatitude, by: northward)
        let longitude = Self.turned(other.sinLongitude, other.cosLongitude, by: eastward)
        self.init(
            sinLatitude: latitude.sine,
            cosLatitude: latitude.cosine,
            sinLongitude: longitude.sine,
            cosLongitude: longitude.cosine
        )
    }

    /// Radians; 64 km of latitude.
    private static let smallAngle = 0.01

    /// Sine and cosine of the sum of an angle and a small one.
    @inline(__always)
    private static func turned(
        _ sine: Double,
        _ cosine: Double,
        by small: Double
    ) -> (sine: Double, cosine: Double) {
        let square = small * small
        let sineOfSmall = small * (1 - square / 6 * (1 - square / 20))
        let cosineOfSmall = 1 - square / 2 * (1 - square / 12 * (1 - square / 30))
        return (
            sine * cosineOfSmall + cosine * sineOfSmall,
            cosine * cosineOfSmall - sine * sineOfSmall
        )
    }
}
