internal import CLibrary

/// One Gaussian of a mixture, as a component of the Fast Incremental Gaussian Mixture Model.
///
/// Source: R. C. Pinto, P. M. Engel, A Fast Incremental Gaussian Mixture Model, PLoS ONE 10(10): e0139931
/// (2015). In two dimensions the covariance is as quick as the precision, so it alone is kept, and no
/// determinant can come apart from it.
struct Component: Hashable {
    /// What visits know it by.
    let number: UInt16
    /// The second of the founding visit's arrival: the zone's id.
    var founded: UInt32
    /// The first visit's place: the origin of the plane in which mean and covariance are.
    let anchor: Coordinate
    /// How many visits of the device there had been at its founding, this one among them.
    var born: UInt32
    /// How many visits have shaped it, v.
    var age: UInt32 = 1
    /// The mean, μ.
    var mean = Offset.zero
    /// C, in m².
    var covariance: Covariance
    /// The sum of its posterior probabilities, sp.
    var accumulator = 1.0

    /// The mean and the covariance after a visit that belongs to it with a posterior probability.
    ///
    /// ω = p / sp, e = x - μ, Δ = ω e, e* = x - μ - Δ, C ← (1 - ω) C + ω e* e*ᵀ - Δ Δᵀ (the paper's eqs. 4 to
    /// 11). What is no covariance any more, far off early in a component's life, is not taken.
    mutating func add(_ place: Offset, posterior: Double, _ rules: ZoneRules) {
        age += 1
        accumulator += posterior
        let share = posterior / accumulator
        let step = share * (place - mean)
        mean = mean + step
        let rest = place - mean
        let next = (1 - share) * covariance + share * .square(rest) + -1 * .square(step)
        guard next.determinant > 0, next.east > 0 else { return }
        covariance = next.clamped(to: rules.variances)
    }

    /// The density in m⁻² at a Mahalanobis distance whose square is given.
    func density(_ squaredDistance: Double) -> Double {
        exp(-squaredDistance / 2) / (2 * .pi * covariance.determinant.squareRoot())
    }
}
