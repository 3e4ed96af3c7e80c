import CLibrary

/// Random numbers that are the same for the same seed.
///
/// Source: G. L. Steele Jr., D. Lea, C. H. Flood, Fast splittable pseudorandom number generators, OOPSLA 2014
/// (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    private var spare: Double?

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from a range, all of it equally likely.
    package mutating func uniform(_ range: Range<Double> = 0..<1) -> Double {
        let unit = Double(next() >> 11) * 0x1p-53
        return range.lowerBound + unit * (range.upperBound - range.lowerBound)
    }

    /// A number from the normal distribution with mean 0 and variance 1.
    ///
    /// Source: G. Marsaglia, T. A. Bray, A convenient method for generating normal variables, SIAM Review 6
    /// (1964).
    package mutating func gaussian() -> Double {
        if let spare {
            self.spare = nil
            return spare
        }
        while true {
            let (x, y) = (uniform(-1..<1), uniform(-1..<1))
            let square = x * x + y * y
            guard square < 1, square > 0 else { continue }
            let scale = (-2 * log(square) / square).squareRoot()
            spare = y * scale
            return x * scale
        }
    }
}
