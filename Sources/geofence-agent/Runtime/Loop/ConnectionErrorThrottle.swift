/// Which failures of the connection are logged: each once, and again when it is another one or an hour has
/// passed.
struct ConnectionErrorThrottle {
    /// Milliseconds after which the same failure is logged again.
    static let quiet: Int64 = 3_600_000

    private var last: String?
    private var quietUntil: Int64 = 0

    /// Whether a failure is worth a line in the log; if so, it isn't for an hour.
    mutating func shouldLog(_ failure: String, _ uptime: Int64) -> Bool {
        guard failure != last || uptime >= quietUntil else { return false }
        (last, quietUntil) = (failure, uptime + Self.quiet)
        return true
    }

    /// What comes next is news, whatever it is.
    mutating func forget() { last = nil }
}
