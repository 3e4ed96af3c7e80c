/// How long to wait before the next attempt: twice as long each time, at most a minute, with chance in it so that a fleet
/// of agents doesn't come back all at once.
struct Backoff {
    /// Milliseconds before the first attempt after a failure.
    static let first: Double = 500
    /// Milliseconds that no wait exceeds.
    static let longest: Double = 60_000

    private var failures = 0

    /// Milliseconds until the next attempt: half of the step for certain, the other half by chance.
    mutating func next(_ generator: inout some RandomNumberGenerator) -> Int64 {
        let step = min(Self.longest, Self.first * Double(1 << min(failures, 10)))
        failures += 1
        return Int64(step / 2 + Double.random(in: 0...step / 2, using: &generator))
    }

    /// The connection has held: the next failure starts from the beginning.
    mutating func reset() { failures = 0 }
}
