import GeofenceCore

/// How far timers may run in one of two agents that are to decide the same.
///
/// What is on its way to an agent must not come behind its timers, however long it or the broker stood still:
/// the other may have read it in time. So timers run up to a moment that the agent has published to itself,
/// behind all that waited for it, and has read again.
struct EchoedClock {
    /// What was read again last.
    private(set) var reached = Timestamp.distantPast
    /// What is on its way.
    private(set) var asked: Timestamp?
    /// Milliseconds that it has been, as far as this agent was awake.
    private var waited: Int64 = 0
    private var awake = AwakeTime(longestTurn: 300)

    /// Milliseconds after which timers run without it: a broker may not hand it out.
    private static let patience: Int64 = 10_000

    /// A turn begins; says whether what was asked has not come for so long that it never will.
    mutating func isDeaf(_ uptime: Int64) -> Bool {
        waited += awake.turn(uptime)
        guard let asked, waited >= Self.patience else { return false }
        heard(asked)
        return true
    }

    /// The moment to publish, where timers are due that must not run yet.
    mutating func question(due: Timestamp?, at now: Timestamp) -> Timestamp? {
        guard asked == nil, let due, due <= now, due > reached else { return nil }
        (asked, waited) = (now, 0)
        return now
    }

    /// A moment was read; others than what was asked for may be from an earlier process.
    mutating func heard(_ time: Timestamp) {
        guard time == asked else { return }
        (reached, asked) = (time, nil)
    }

    /// The connection is lost, or the clock was set back: it begins anew.
    mutating func begin() { (reached, asked) = (.distantPast, nil) }
}
