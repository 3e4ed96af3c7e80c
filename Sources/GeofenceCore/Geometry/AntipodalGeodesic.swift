internal import CLibrary

/// The shortest line between nearly antipodal places, where the iteration on the longitude does not converge.
///
/// Every azimuth α₁ at the start leads to the end's parallel at some longitude λ₁₂(α₁). With the places
/// ordered so that β₁ ≤ 0 and β₁ ≤ β₂ ≤ -β₁ there is exactly one azimuth from 0 to π which meets the end
/// (Karney 2013, section 4), and the sign of the miss says on which side it lies: bisection always finds it.
struct AntipodalGeodesic {
    private let start, end: GeodesicPoint
    /// Whether the first of both places is the start, and whether both were mirrored at the equator.
    private let inOrder, northern: Bool
    /// The angle between both meridians in radians, above 0 and below π.
    private let longitude: Double

    init(_ first: GeodesicPoint, _ second: GeodesicPoint, longitude: Double) {
        inOrder = abs(first.sine) >= abs(second.sine)
        let (outer, inner) = inOrder ? (first, second) : (second, first)
        northern = outer.sine > 0
        start = northern ? outer.mirrored : outer
        end = northern ? inner.mirrored : inner
        self.longitude = longitude
    }

    /// The length in metres.
    var metres: Double {
        let best = arc(azimuth: azimuth)
        return best.arc.metres(less: miss(of: best))
    }

    /// The direction at the first place, as if the second lay to the east.
    ///
    /// At the inner place it follows from Clairaut's constant; there the line from the outer one heads north,
    /// and so the way back south.
    var heading: Heading {
        let azimuth = azimuth
        let (east, north) = (sin(azimuth) * start.cosine, cos(azimuth) * start.cosine)
        let inner = -max(0, north * north + parallels).squareRoot()
        let along = inOrder ? north : inner
        return Heading(east: east, north: northern ? -along : along)
    }

    /// The azimuth at the outer place of the line that meets the inner one, in radians.
    private var azimuth: Double {
        var (low, high) = (0.0, Double.pi)
        for _ in 0..<Self.halvings {
            let middle = (low + high) / 2
            if miss(of: arc(azimuth: middle)) < 0 { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// Halvings after which two neighbouring azimuths can't be distinguished: π / 2⁵⁴ is less than the
    /// spacing of doubles near π.
    private static let halvings = 54

    /// How many radians beyond the end's meridian the line arrives.
    private func miss(of line: (arc: GeodesicArc, omega: Double)) -> Double {
        line.omega - line.arc.lag - longitude
    }

    /// The line that leaves the start with an azimuth and goes to the end's parallel, heading north there.
    ///
    /// Source: Karney 2013, eqs. 5, 11, 12 and 45, with σ and ω counted from the northward crossing of the
    /// equator.
    private func arc(azimuth: Double) -> (arc: GeodesicArc, omega: Double) {
        let clairaut = sin(azimuth) * start.cosine
        let north1 = cos(azimuth) * start.cosine
        let north2 = max(0, north1 * north1 + parallels).squareRoot()
        // A start on the equator counts as just south of it: minus zero makes atan2 give -π and not π for a
        // line that heads south.
        let sine1 = start.sine == 0 ? -0.0 : start.sine
        let (sigma1, sigma2) = (atan2(sine1, north1), atan2(end.sine, north2))
        let omega1 = atan2(clairaut * sine1, north1)
        let omega2 = atan2(clairaut * end.sine, north2)
        let length = sigma2 - sigma1
        let arc = GeodesicArc(
            length: length,
            sine: sin(length),
            cosine: cos(length),
            twiceMiddle: cos(sigma1 + sigma2),
            clairaut: clairaut
        )
        return (arc, omega2 - omega1)
    }

    /// cos² β₂ - cos² β₁, from the smaller of both functions so that it keeps its digits.
    private var parallels: Double {
        start.cosine < -start.sine
            ? (end.cosine - start.cosine) * (end.cosine + start.cosine)
            : (start.sine - end.sine) * (start.sine + end.sine)
    }
}
