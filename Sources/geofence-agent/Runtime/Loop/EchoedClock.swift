import GeofenceCore

/// How far timers may run in one of two agents that are to decide the same.
///
/// What is on its way to an agent must not come behind its timers, however long it or the broker stood still:
/// the other may have read it in time. So timers run up to a moment that was published behind all that waited
/// for it, and was read again: on a topic of its own, or on each of those that devices report on.
struct EchoedClock {
    /// Milliseconds after which timers run without what was asked for: a broker may not hand it out.
    private struct Patience {
        /// While nothing else comes.
        var silent: Int64
        /// In all.
        var most: Int64

        static let own = Patience(silent: 10_000, most: 10_000)
        /// There may be very many positions before it, and an election before those.
        static let sources = Patience(silent: 30_000, most: 600_000)
    }

    /// Milliseconds between two moments that are asked for.
    static let pause: Int64 = 100

    /// By topic: the last moment that was read.
    private var read: [Timestamp]
    /// What is on its way.
    private(set) var asked: Timestamp?
    /// Milliseconds that it has been, and that nothing else has come, as far as this agent was awake.
    private var (waited, silent): (Int64, Int64) = (0, 0)
    private var awake = AwakeTime(longestTurn: 300)
    private let patience: Patience
    /// When on the uptime clock to ask again at the earliest.
    private var nextAsking: Int64 = .min
    /// Before this moment of the uptime clock nothing that is read says anything.
    private var settled: Int64 = .min

    /// Of an agent with a topic of its own.
    init() { (read, patience) = ([.distantPast], .own) }

    /// Of one that reads its clock on the topics of sources, as many as there are.
    init(topics: Int) {
        read = Array(repeating: .distantPast, count: topics)
        patience = .sources
    }

    /// Up to where all is read.
    var reached: Timestamp { read.min() ?? .distantPast }

    /// A turn begins; says whether what was asked has not come for so long that it never will.
    mutating func isDeaf(_ uptime: Int64) -> Bool {
        let passed = awake.turn(uptime)
        (waited, silent) = (waited + passed, silent + passed)
        guard let asked, waited >= patience.most || min(waited, silent) >= patience.silent else {
            return false
        }
        for place in read.indices { note(asked, place) }
        return true
    }

    /// Something else has come.
    mutating func heardOther() { silent = 0 }

    /// The moment to publish, where timers are due that must not run yet.
    mutating func question(due: Timestamp?, at now: Timestamp, _ uptime: Int64) -> Timestamp? {
        guard asked == nil, let due, due <= now, due > reached, uptime >= max(nextAsking, settled) else {
            return nil
        }
        (asked, waited, silent) = (now, 0, 0)
        nextAsking = uptime + Self.pause
        return now
    }

    /// When on the uptime clock there is something to do without any message, where a timer is due then; nil
    /// where what is asked for comes first.
    func nextTurn(due: Timestamp, at now: Timestamp, _ uptime: Int64) -> Int64? {
        guard due > reached else { return uptime }
        guard asked == nil else { return nil }
        return max(uptime + max(0, due.millisecondsSince(now)), nextAsking, settled)
    }

    /// A moment was read on the topic of its own; others than what was asked for may be from an earlier
    /// process.
    mutating func heard(_ time: Timestamp) {
        guard time == asked else { return }
        note(time, 0)
    }

    /// A moment was read on one of the topics of sources, whoever has published it; none is later than now.
    mutating func heard(_ time: Timestamp, on place: Int, at now: Timestamp, _ uptime: Int64) {
        guard uptime >= settled, read.indices.contains(place) else { return }
        note(min(time, now), place)
    }

    private mutating func note(_ time: Timestamp, _ place: Int) {
        read[place] = max(read[place], time)
        if let asked, reached >= asked { self.asked = nil }
    }

    /// There is a connection; for so many milliseconds what is older may come behind what is newer.
    mutating func connected(_ uptime: Int64, unordered: Int64) { settled = uptime + unordered }

    /// The connection is lost, or the clock was set back: it begins anew.
    mutating func begin() {
        read = Array(repeating: .distantPast, count: read.count)
        asked = nil
    }
}
