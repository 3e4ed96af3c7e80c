/// Slows down those who try tokens: each wrong one waits, and all together are answered once a second.
struct GuessBrake {
    /// Milliseconds that each waits.
    static let pause: Int64 = 500
    /// Milliseconds between two answers.
    static let interval: Int64 = 1000
    /// Milliseconds that an answer may wait; a connection ends after 10 s.
    static let longest: Int64 = 8000

    private var next: Int64 = .min

    /// How many milliseconds the answer to a wrong token waits; nil: too many wait already.
    mutating func delay(_ uptime: Int64) -> Int64? {
        let turn = max(uptime + Self.pause, next)
        guard turn - uptime <= Self.longest else { return nil }
        next = turn + Self.interval
        return turn - uptime
    }
}
