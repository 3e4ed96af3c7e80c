internal import CLibrary

/// A geodesic as an arc of a great circle on the auxiliary sphere.
///
/// The sphere carries the reduced latitudes; there a geodesic is a great circle that crosses the equator with
/// azimuth α₀. Its length and its longitude on the ellipsoid are integrals along the arc σ, computed here
/// from their series.
///
/// Source: C. F. F. Karney, Algorithms for geodesics, J. Geodesy 87, 43-55 (2013), doi
/// 10.1007/s00190-012-0578-z; the numbers of equations below are of that paper.
struct GeodesicArc {
    /// The arc σ₁₂ between both places in radians, 0 to π.
    let length: Double
    /// The sine of the arc.
    let sine: Double
    /// The sine of α₀, which is also Clairaut's constant: cos β sin α everywhere on the line.
    let clairaut: Double
    /// What both series need of the arc.
    private let waves: Waves
    /// The parameter of both series: equation 16.
    private let epsilon: Double

    init(length: Double, sine: Double, cosine: Double, twiceMiddle: Double, clairaut: Double) {
        self.length = length
        self.sine = sine
        self.clairaut = clairaut
        waves = Waves(sine: sine, cosine: cosine, twiceMiddle: twiceMiddle)
        epsilon = Self.epsilon(slope: max(0, 1 - clairaut * clairaut))
    }

    /// The arc between two places whose meridians are the angle ω₁₂ apart on the sphere.
    ///
    /// The sine of the arc is taken from its two legs and not from its cosine, so that short arcs keep their
    /// digits (T. Vincenty, Survey Review 23, 88-93 (1975), equations 14 to 18).
    init(from start: GeodesicPoint, to end: GeodesicPoint, sine sinOmega: Double, cosine cosOmega: Double) {
        let across = end.cosine * sinOmega
        let along = start.cosine * end.sine - start.sine * end.cosine * cosOmega
        let sine = (across * across + along * along).squareRoot()
        let cosine = start.sine * end.sine + start.cosine * end.cosine * cosOmega
        let clairaut = across == 0 ? 0 : start.cosine * (across / sine)
        let slope = 1 - clairaut * clairaut
        let twiceMiddle = slope > 0 ? cosine - 2 * start.sine * end.sine / slope : 0
        self.init(
            length: atan2(sine, cosine),
            sine: sine,
            cosine: cosine,
            twiceMiddle: min(max(twiceMiddle, -1), 1),
            clairaut: clairaut
        )
    }

    /// The length in metres of the line to a place on the end's parallel that lies `miss` radians before the
    /// end of this arc.
    ///
    /// Along a parallel the length grows by a sin α₀ a radian; what is neglected is of second order, a miss²
    /// / (2 sin σ) or less.
    func metres(less miss: Double) -> Double {
        metres - WGS84.equatorialRadius * clairaut * miss
    }

    /// The length on the ellipsoid in metres: equations 7 and 15.
    var metres: Double {
        WGS84.polarRadius * Self.a1(epsilon) * (length + waves.c1(epsilon))
    }

    /// How many radians the longitude λ₁₂ on the ellipsoid falls short of ω₁₂ on the sphere: equations 8 and
    /// 23.
    var lag: Double {
        WGS84.flattening * clairaut * Self.a3(epsilon) * (length + waves.c3(epsilon))
    }

    /// The parameter ε of a geodesic from cos² α₀: equations 9 and 16.
    private static func epsilon(slope: Double) -> Double {
        let k2 = WGS84.secondEccentricitySquared * slope
        return k2 / (2 * (1 + (1 + k2).squareRoot()) + k2)
    }
}
