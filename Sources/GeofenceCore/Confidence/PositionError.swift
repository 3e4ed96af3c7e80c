internal import CLibrary

/// How far off a fix may be: a circular Gaussian distribution around it.
///
/// The probabilities it yields are of the true place lying in a shape, 0 to 1, where the shape is given in a
/// plane in metres with the fix at the origin. Nothing is allocated.
struct PositionError {
    /// The standard deviation in metres along any direction; above 0.
    let sigma: Double

    /// Makes an error from the radius in metres that holds the true place with a probability of 68 %.
    ///
    /// Nil where the radius is not above 0 or not finite: then nothing is known of the error.
    ///
    /// Source: Android's `Location.getAccuracy()` and the Rayleigh distribution, P(r) = 1 - exp(-r² / 2σ²).
    init?(accuracy: Double) {
        self.init(sigma: accuracy / Self.sigmasTo68Percent)
    }

    /// Makes an error from its standard deviation in metres; nil where it is not above 0 or not finite.
    init?(sigma: Double) {
        guard sigma > 0, sigma.isFinite else { return nil }
        self.sigma = sigma
    }

    /// The radius in metres beyond which the true place is taken never to lie.
    ///
    /// It does with a probability of exp(-18) = 1.5e-8.
    var reach: Double { Self.cut * sigma }

    /// `reach` in standard deviations.
    static let cut = 6.0
    /// √(-2 ln 0.32).
    private static let sigmasTo68Percent = 1.509592185451664

    /// The probability that the true place lies in a half-plane.
    ///
    /// - Parameter signedDistance: how far the fix is from the edge in metres, negative inside.
    /// - Returns: Φ(-s / σ), within 1e-15.
    func confidence(inHalfPlaneAt signedDistance: Double) -> Double {
        erfc(signedDistance / sigma * 0.5.squareRoot()) / 2
    }
}
