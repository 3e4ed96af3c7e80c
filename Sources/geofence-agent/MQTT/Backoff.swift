/// How long to wait before the next attempt: twice as long each time, with chance in it so that a fleet of
/// agents doesn't come back all at once.
package struct Backoff {
    /// How soon an attempt may help.
    package enum Pace: Hashable, Sendable {
        /// The network or the broker is away, and comes back by itself.
        case network
        /// The broker says no, or is not to be trusted, until somebody changes something.
        case refusal

        /// Milliseconds of the first step.
        var first: Double {
            switch self {
            case .network: 500
            case .refusal: 60_000
            }
        }

        /// Milliseconds that no wait exceeds.
        var longest: Double {
            switch self {
            case .network: 60_000
            case .refusal: 300_000
            }
        }
    }

    private var failures = 0
    private var pace = Pace.network

    /// Nothing has failed yet.
    package init() {}

    /// Milliseconds until the next attempt: half of the step for certain, the other half by chance.
    ///
    /// So 0.25 s to a minute where the network fails, 30 s to 5 minutes where the broker refuses. Another
    /// pace begins anew.
    package mutating func next(_ generator: inout some RandomNumberGenerator, _ pace: Pace = .network)
        -> Int64
    {
        if pace != self.pace { failures = 0 }
        self.pace = pace
        let step = min(pace.longest, pace.first * Double(1 << min(failures, 10)))
        failures += 1
        return Int64(step / 2 + Double.random(in: 0...step / 2, using: &generator))
    }

    /// Something was got on with: the next pause is a second at most.
    package mutating func ease() { failures = min(failures, 1) }

    /// The connection has held: the next failure starts from the beginning.
    package mutating func reset() { failures = 0 }
}
