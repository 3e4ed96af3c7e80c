import BenchmarkSupport

/// How much of everything there is in a soak, and at which lines the faults come.
struct SoakPlan: CustomStringConvertible {
    /// What goes wrong before a line is published.
    enum Fault: Hashable {
        /// The agent gets SIGKILL and is started again.
        case kill
        /// The agent's connection is cut.
        case cut
        /// The broker gets SIGTERM and is started again.
        case restart
    }

    let seed: UInt64
    let kills: Int
    let cuts: Int
    let restarts: Int
    let lines: Int
    let parts: Int

    /// The short form, unless the environment says otherwise; without a seed one by chance.
    init(environment: [String: String]) {
        seed = environment["SOAK_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...999_999)
        kills = environment["SOAK_KILLS"].flatMap { Int($0) } ?? 10
        cuts = max(1, kills / 5)
        restarts = max(1, kills / 10)
        lines = environment["SOAK_LINES"].flatMap { Int($0) } ?? 4000
        parts = max(2, kills / 5)
    }

    /// Whether the agent reads ahead: with every second seed.
    var readsAhead: Bool { !seed.isMultiple(of: 2) }

    /// Whether all connections are encrypted: with two seeds of four, one that reads ahead and one that does
    /// not.
    var isEncrypted: Bool { seed % 4 > 1 }

    var description: String {
        "seed \(seed), \(lines) lines, \(kills) kills, \(cuts) cuts, \(restarts) restarts of the broker"
            + (readsAhead ? ", reading ahead" : "") + (isEncrypted ? ", over TLS" : "")
    }

    /// The faults by the index of the line that they come before.
    func faults(_ count: Int) -> [Int: [Fault]] {
        var random = SeededGenerator(seed: seed ^ 0xFA17)
        var faults: [Int: [Fault]] = [:]
        for (fault, number) in [(Fault.kill, kills), (.cut, cuts), (.restart, restarts)] {
            for _ in 0..<number { faults[random.below(count), default: []].append(fault) }
        }
        return faults
    }
}
