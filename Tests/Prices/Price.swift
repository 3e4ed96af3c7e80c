/// What a byte may cost, in nanoseconds of CPU time of the program that scripts/fuzz builds.
///
/// With AddressSanitizer and counters of coverage a byte costs some times what it costs the agent. The prices
/// are the worst that searches of some minutes have found, as `scripts/prices --seconds 240` prints them.
/// Three times as much is let through, and more on a machine that is slower: `Meter.slowness` says by how
/// much.
enum Price {
    /// What is read.
    enum Kind: String, CaseIterable { case payload, fences, track, request, configuration, key }

    /// How much more than the worst that was found may be.
    static let room = 3.0
    /// How much more a byte may cost in ten times as many: of the square it would be ten times as much.
    static let growth = 4.0

    /// Nanoseconds a byte, of 10 KB and more.
    static func stated(_ kind: Kind) -> Double {
        switch kind {
        case .payload: 450
        case .fences: 5300
        case .track: 1100
        // Three time zones that are none, of which each costs a look at all files, in 10 KB.
        case .request: 14_000
        case .configuration: 2500
        case .key: 4000
        }
    }
}
