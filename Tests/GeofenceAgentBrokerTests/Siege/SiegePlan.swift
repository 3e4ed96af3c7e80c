import BenchmarkSupport
import Foundation

/// How long a siege lasts, and what its lots are.
struct SiegePlan: CustomStringConvertible {
    let seed: UInt64
    /// Nil: one short round.
    let minutes: Double?
    /// The kinds of rounds that there are to be.
    let kinds: [SiegeKind]
    let lines: Int
    /// Whether the agent is not the one that was built for tests, but an optimised one.
    let hasOwnAgent: Bool

    /// Devices that a round invents, and reloads of the configuration: in an hour a million and 200.
    var crowd: Int { min(1_000_000, max(2000, Int((minutes ?? 0) * 16_667))) }
    /// Messages that a broker has retained where that is all that goes wrong.
    let retained: Int
    var reloads: Int { min(200, max(20, Int((minutes ?? 0) * 4))) }

    /// As the environment says; without a seed one by chance, but for the short round: what other seeds find
    /// is no fault of the change that is to land.
    init(environment: [String: String]) {
        minutes = environment["SIEGE_MINUTES"].flatMap { Double($0) }
        let usual = minutes == nil ? 71 : UInt64.random(in: 1...999_999)
        seed = environment["SIEGE_SEED"].flatMap { UInt64($0) } ?? usual
        let wanted = environment["SIEGE_KINDS"]?.split(separator: ",").map(String.init)
        let kinds = SiegeKind.allCases.filter { wanted?.contains($0.rawValue) ?? true }
        self.kinds = minutes == nil ? [.kills] : kinds
        hasOwnAgent = environment["SIEGE_AGENT"] != nil
        retained = environment["SIEGE_RETAINED"].flatMap { Int($0) } ?? 100_000
        lines = environment["SIEGE_LINES"].flatMap { Int($0) } ?? (minutes == nil ? 250 : 900)
    }

    var description: String { "seed \(seed), \(minutes.map { "\($0) minutes" } ?? "one short round")" }

    /// The rounds' own seeds.
    func seed(ofRound number: Int) -> UInt64 { seed &* 1_000_003 &+ UInt64(number) }

    /// The kinds take turns; the seed says which is the first.
    func kind(ofRound number: Int) -> SiegeKind { kinds[(Int(seed % 97) + number) % kinds.count] }
}
