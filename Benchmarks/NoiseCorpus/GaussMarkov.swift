import BenchmarkSupport
import CLibrary

/// A number that wanders about 0 with variance 1 and forgets: a first-order Gauss–Markov process.
///
/// Its correlation falls to 1/e within the time constant. Source: A. Gelb (ed.), Applied Optimal Estimation,
/// 1974, section 3.5.
struct GaussMarkov {
    /// Seconds.
    private let timeConstant: Double
    private(set) var value: Double
    private var interval = 0.0
    private var kept = 1.0
    private var added = 0.0

    init(timeConstant: Double, _ generator: inout SeededGenerator) {
        self.timeConstant = timeConstant
        value = generator.gaussian()
    }

    /// Goes on by some seconds.
    mutating func advance(_ seconds: Double, _ generator: inout SeededGenerator) -> Double {
        if seconds != interval {
            interval = seconds
            kept = exp(-seconds / timeConstant)
            added = (1 - kept * kept).squareRoot()
        }
        value = kept * value + added * generator.gaussian()
        return value
    }
}
