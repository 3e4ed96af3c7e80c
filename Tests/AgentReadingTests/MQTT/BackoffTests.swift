import BenchmarkSupport
import Testing

@testable import geofence_agent
import MQTT

@Suite struct BackoffTests {
    private static let steps: [Int64] = [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]

    @Test func `waits for half of a step or more, by chance, and the step doubles up to a minute`() {
        var random = SeededGenerator(seed: 5)
        var waits = Self.steps.map { _ in [Int64]() }
        for _ in 0..<500 {
            var backoff = Backoff()
            for index in waits.indices { waits[index].append(backoff.next(&random)) }
        }
        for (step, waits) in zip(Self.steps, waits) {
            #expect(waits.allSatisfy { (step / 2...step).contains($0) }, "step \(step)")
            let (least, most) = (waits.min() ?? 0, waits.max() ?? 0)
            #expect(least < step / 2 + step / 20, "step \(step)")
            #expect(most > step - step / 20, "step \(step)")
        }
    }

    @Test func `never waits longer, however often it fails`() {
        var (backoff, random) = (Backoff(), SeededGenerator(seed: 5))
        let waits = (0..<200).map { _ in backoff.next(&random) }
        #expect(waits.dropFirst(7).allSatisfy { (30_000...60_000).contains($0) })
        #expect(Set(waits).count > 150, "chance keeps a fleet apart")
    }

    @Test func `leaves a broker that refuses alone for half a minute to five`() {
        var (backoff, random) = (Backoff(), SeededGenerator(seed: 7))
        for _ in 0..<3 { _ = backoff.next(&random) }
        for step: Int64 in [60_000, 120_000, 240_000, 300_000, 300_000] {
            let wait = backoff.next(&random, .refusal)
            #expect((step / 2...step).contains(wait))
        }
        let wait = backoff.next(&random)
        #expect((250...500).contains(wait), "another pace begins anew")
    }

    @Test func `begins anew once a connection has held`() {
        var (backoff, random) = (Backoff(), SeededGenerator(seed: 6))
        for _ in 0..<5 { _ = backoff.next(&random) }
        backoff.reset()
        let waits = (backoff.next(&random), backoff.next(&random))
        #expect((250...500).contains(waits.0))
        #expect((500...1000).contains(waits.1))
    }
}
