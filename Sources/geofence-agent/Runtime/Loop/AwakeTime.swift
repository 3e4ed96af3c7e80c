/// Milliseconds that have passed while this process ran: what a turn took for which it was frozen, or the
/// machine slept, doesn't count.
struct AwakeTime {
    /// Milliseconds of one turn that count.
    private let longestTurn: Int64
    private var lastTurn: Int64 = 0

    init(longestTurn: Int64) { self.longestTurn = longestTurn }

    /// A turn begins; gives the milliseconds that count since the last one.
    mutating func turn(_ uptime: Int64) -> Int64 {
        defer { lastTurn = uptime }
        return min(uptime - lastTurn, longestTurn)
    }
}
