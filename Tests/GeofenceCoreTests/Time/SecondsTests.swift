import BenchmarkSupport
import GeofenceCore
import Testing

/// What people write in seconds counts in whole milliseconds.
@Suite struct SecondsTests {
    @Test(
        arguments: [
            (0, 0), (1, 1000), (-1, -1000), (0.5, 500), (0.0004, 0), (0.0005, 1), (-0.0005, -1), (0.1, 100),
            (0.0015, 2), (86_400, 86_400_000), (1e12, 1_000_000_000_000_000), (1e300, .max),
            (.infinity, .max),
            (-.infinity, .max), (.nan, .max),
        ] as [(Double, Int64)]
    )
    func `seconds are rounded to milliseconds`(_ seconds: Double, _ milliseconds: Int64) {
        #expect(Seconds.milliseconds(seconds) == milliseconds)
    }

    @Test func `any number is rounded as the standard library rounds`() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<20_000 {
            let seconds = Double.random(in: -1e6...1e6, using: &random)
            let whole = Double(Int.random(in: -1_000_000...1_000_000, using: &random)) / 2000
            for value in [seconds, whole, whole.nextUp, whole.nextDown] {
                #expect(Seconds.milliseconds(value) == Int64((value * 1000).rounded()))
            }
        }
    }
}
