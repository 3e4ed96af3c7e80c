/// Chance that is the same every time: a number for each seed and step.
///
/// Source: the finalizer of SplitMix64, G. L. Steele Jr., D. Lea, C. H. Flood, Fast splittable pseudorandom
/// number generators, OOPSLA 2014.
struct DemoNoise: Hashable {
    var seed: UInt64

    /// How a fix of a step lies from the truth; at most `limit` metres, none for step 0.
    func offset(_ step: Int, atMost limit: Double) -> DemoPlace {
        guard step > 0 else { return .middle }
        let side = limit * 0.5.squareRoot()
        return DemoPlace(east: side * value(2 * step), north: side * value(2 * step + 1))
    }

    /// From -1 to 1.
    private func value(_ index: Int) -> Double {
        var mixed = seed &+ UInt64(bitPattern: Int64(index)) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return Double(mixed >> 11) / Double(1 << 52) - 1
    }
}
