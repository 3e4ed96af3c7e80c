internal import CLibrary

/// Shortest lines along the WGS 84 ellipsoid.
public enum Geodesic {
    /// Measures the shortest way between two places along the ellipsoid, in metres.
    ///
    /// 0 where both are the same, at most half a meridian (20,003,931.46 m). Within 0.1 µm of the exact
    /// solution for any two places, antipodes included, and so the same in both directions.
    public static func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
        distance(GeodesicPoint(a), GeodesicPoint(b))
    }

    /// Measures the shortest way between two prepared places, in metres.
    @inline(__always)
    static func distance(_ start: GeodesicPoint, _ end: GeodesicPoint) -> Double {
        let gap = start.gap(to: end)
        if gap <= shortGap, let metres = short(start, end, gap: gap) { return metres }
        return long(start, end, gap: gap)
    }

    /// Measures a way of any length.
    static func long(_ start: GeodesicPoint, _ end: GeodesicPoint, gap: Double) -> Double {
        if gap == 0 { return GeodesicArc(from: start, to: end, sine: 0, cosine: 1).metres }
        if gap == 180 { return GeodesicArc(from: start, to: end, sine: 0, cosine: -1).metres }
        let longitude = gap * (Double.pi / 180)
        return iterate(start, end, longitude: longitude)
            ?? AntipodalGeodesic(start, end, longitude: longitude).metres
    }

    /// Solves for the difference in longitude on the auxiliary sphere by Vincenty's iteration, ω ← λ +
    /// lag(ω).
    ///
    /// Each step shrinks the error about sin σ / (f σ) times. The start (Karney 2013, eq. 48) serves to some
    /// 50 km, two steps nearly everywhere. Returns nil where it converges slowly or leaves the sphere, near
    /// the antipodes.
    @inline(__always)
    private static func iterate(
        _ start: GeodesicPoint,
        _ end: GeodesicPoint,
        longitude: Double
    )
        -> Double?
    {
        let mean = (start.cosine + end.cosine) / 2
        var omega = longitude / (1 - WGS84.eccentricitySquared * mean * mean).squareRoot()
        for _ in 0..<steps {
            guard omega < .pi else { return nil }
            let arc = GeodesicArc(from: start, to: end, sine: sin(omega), cosine: cos(omega))
            let aim = longitude + arc.lag
            let miss = omega - aim
            if miss * miss < tolerance * (arc.sine + tolerance) { return arc.metres(less: miss) }
            omega = aim
        }
        return nil
    }

    /// Steps after which the slower, always convergent way is taken.
    private static let steps = 8
    /// A miss² / sin σ that costs a third of a nanometre.
    private static let tolerance = 1e-16
}
