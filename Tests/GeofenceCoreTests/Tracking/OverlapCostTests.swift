import CLibrary
import GeofenceCore
import Testing

/// A position in many fences at once costs as much as these are, and not their square.
@Suite struct OverlapCostTests {
    private static let sizes = (small: 500, large: 4000)

    /// Nanoseconds of this thread's CPU time.
    private static var clock: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// A device comes into so many circles about one place, moves about in them, and leaves them.
    private static func cost(_ count: Int) throws -> Double {
        let fences = try (0..<count).map { try Fence.circle("f\($0)", radius: 100 + Double($0) / 100) }
        return try (0..<3).map { _ in
            let run = Run(fences, reportAllUpTo: 0)
            let start = clock
            for (second, metres) in [2000.0, -50, -40, -30, -20, 2000].enumerated() {
                let time = Timestamp.second(Double(10 + 60 * second))
                let fix = try Fix(coordinate: Yard.place(beyond: metres), accuracy: 5)
                let observation = Observation(time: time, arrival: time, fix: fix)
                run.take(.observe(observation, device: try Identifier("van")))
            }
            let cost = clock - start
            #expect(run.events.count == 2 * count)
            return cost
        }.min() ?? 0
    }

    @Test func `eight times the fences around a device cost no 24 times as much`() throws {
        let ratio = try Self.cost(Self.sizes.large) / Self.cost(Self.sizes.small)
        #expect(ratio < 24, "\(Int(ratio)) times")
    }
}
