import BenchmarkSupport
import CLibrary

/// Places with a Gaussian error around the origin, standard deviation 1 in every direction: a coarse, obvious
/// oracle.
struct RandomErrors {
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// How many of so many places a shape holds, as a share.
    mutating func share(of count: Int, in shape: (Double, Double) -> Bool) -> Double {
        var hits = 0
        for _ in 0..<count {
            let (x, y) = place()
            if shape(x, y) { hits += 1 }
        }
        return Double(hits) / Double(count)
    }

    /// Source: G.
    ///
    /// E. P. Box, M. E. Muller, A note on the generation of random normal deviates, 1958.
    private mutating func place() -> (Double, Double) {
        let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &random))).squareRoot()
        let angle = Double.random(in: 0..<(2 * .pi), using: &random)
        return (radius * cos(angle), radius * sin(angle))
    }
}
