import BenchmarkSupport
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// No reader costs more than its input is long: of eight times the bytes about eight times the work, where
/// the square would be 64 times.
@Suite struct LinearCostTests {
    private static let sizes = (small: 3000, large: 24_000)

    /// The least of some runs: others on this machine only add to it.
    private static func cost(_ input: WorstInput, _ size: Int) -> Double {
        let bytes = input.make(size)
        return (0..<3).map { _ in ThreadClock.cost { input.read(bytes) } }.min() ?? 0
    }

    private static let inputs =
        WorstInput.fences + WorstInput.tracks + WorstInput.configurations + WorstInput.requests
        + WorstInput.addresses

    @Test(arguments: inputs)
    func `eight times the bytes cost no more than 24 times the work`(_ input: WorstInput) {
        let ratio = Self.cost(input, Self.sizes.large) / Self.cost(input, Self.sizes.small)
        #expect(ratio < 24, "\(input.name): \(Int(ratio)) times")
    }
}
