internal import CLibrary

extension Geodesic {
    /// Finds the place that lies so many metres from another along the ellipsoid.
    ///
    /// Right to a millimetre up to `Circle.maximumRadius`. At a pole the bearing is counted from the meridian
    /// of the place's longitude. Source: T. Vincenty, Direct and inverse solutions of geodesics on the
    /// ellipsoid, Survey Review 23 (1975), the direct formula. The bearing is in degrees clockwise from
    /// north, the distance in metres, 0 or more.
    public static func destination(
        from start: Coordinate,
        bearing: Double,
        distance: Double
    ) -> Coordinate {
        let point = GeodesicPoint(start)
        let (sine, cosine) = (sin(bearing * .pi / 180), cos(bearing * .pi / 180))
        let sineAlpha = point.cosine * sine
        let arc = DirectArc(
            start: atan2(point.sine, point.cosine * cosine),
            cosineSquared: 1 - sineAlpha * sineAlpha,
            metres: distance
        )
        let (up, along) = (sin(arc.sigma), cos(arc.sigma))
        let out = point.sine * up - point.cosine * along * cosine
        let latitude = atan2(
            point.sine * along + point.cosine * up * cosine,
            (1 - WGS84.flattening) * (sineAlpha * sineAlpha + out * out).squareRoot()
        )
        let lambda = atan2(up * sine, point.cosine * along - point.sine * up * cosine)
        let longitude = start.longitude + (lambda - arc.lag(sineAlpha)) * 180 / .pi
        return place(latitude * 180 / .pi, longitude) ?? start
    }

    private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate? {
        try? Coordinate(
            latitude: min(90, max(-90, latitude)),
            longitude: longitude.remainder(dividingBy: 360)
        )
    }
}

/// A geodesic on the auxiliary sphere, in Vincenty's words: σ₁, σ, cos² α.
private struct DirectArc {
    /// From the node to the start, in radians.
    let start: Double
    /// From the start to the end, in radians.
    private(set) var sigma: Double
    let cosineSquared: Double

    init(start: Double, cosineSquared: Double, metres: Double) {
        self.start = start
        self.cosineSquared = cosineSquared
        let u = cosineSquared * WGS84.secondEccentricitySquared
        let a = 1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u)))
        let b = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)))
        let first = metres / (WGS84.polarRadius * a)
        sigma = first
        for _ in 0..<Self.steps { sigma = first + Self.correction(b, start, sigma) }
    }

    /// Each step shrinks the error some 300 times.
    private static let steps = 8

    private static func correction(_ b: Double, _ start: Double, _ sigma: Double) -> Double {
        let (sine, middle) = (sin(sigma), cos(2 * start + sigma))
        let square = 4 * middle * middle
        let inner = cos(sigma) * (square / 2 - 1) - b / 6 * middle * (4 * sine * sine - 3) * (square - 3)
        return b * sine * (middle + b / 4 * inner)
    }

    /// Radians that the longitude on the ellipsoid lags behind that on the sphere.
    func lag(_ sineAlpha: Double) -> Double {
        let f = WGS84.flattening
        let c = f / 16 * cosineSquared * (4 + f * (4 - 3 * cosineSquared))
        let middle = cos(2 * start + sigma)
        let inner = middle + c * cos(sigma) * (2 * middle * middle - 1)
        return (1 - c) * f * sineAlpha * (sigma + c * sin(sigma) * inner)
    }
}
