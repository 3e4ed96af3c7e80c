import GeofenceCore
import MQTT

/// What the agent says of itself.
struct About: Hashable, Sendable {
    var version: String
    var started: Timestamp
    /// A hash of the configuration file.
    var configuration: String
}

/// When statistics are due, and what they need from the time before.
struct StatisticsClock {
    /// Milliseconds between two.
    static let interval: Int64 = 30_000

    var about: About
    var infoIsDue = true
    /// Whether the numbers are to follow the information.
    var numbersAreDue = false
    private var due: Int64
    private var processorTime = Clock.processorTime
    private var received: UInt64 = 0
    private var perMessage = 0.0

    init(_ uptime: Int64, _ about: About) {
        due = uptime + Self.interval
        self.about = about
    }

    mutating func isDue(_ uptime: Int64) -> Bool {
        guard uptime >= due else { return false }
        due = uptime + Self.interval
        return true
    }

    /// Microseconds of processor time for each message since the last call; as before where none came.
    mutating func costPerMessage(_ now: UInt64) -> Double {
        let used = Clock.processorTime
        if now > received { perMessage = Double(used - processorTime) / Double(now - received) }
        (processorTime, received) = (used, now)
        return (perMessage * 100).rounded() / 100
    }
}

extension AgentLoop {
    /// Publishes information and statistics where they are due.
    func publishAbout(_ connection: Connection, _ uptime: Int64) throws(MQTTFailure) {
        let topics = agent.port.settings.topics
        let isDue = statistics.isDue(uptime)
        if isDue || statistics.infoIsDue {
            (statistics.infoIsDue, statistics.numbersAreDue) = (false, true)
            agent.dropStaleImport(at: Clock.now)
            try publishExtra(topics.ownInfo, info, connection, uptime)
            if speaksForPair { try publishExtra(topics.info, info, connection, uptime) }
        }
        guard statistics.numbersAreDue, mayLeave([]) else { return }
        statistics.numbersAreDue = false
        try publishExtra(topics.ownStats, stats, connection, uptime)
        if speaksForPair { try publishExtra(topics.stats, stats, connection, uptime) }
    }

    private var info: [UInt8] {
        JSONWriter.object { json in
            json.member("version", statistics.about.version)
            json.member("started", statistics.about.started)
            json.member("config", statistics.about.configuration)
            json.member("fences", agent.tracker.engine.fenceCount)
            json.member("devices", agent.tracker.engine.deviceCount)
            if let shard = agent.port.settings.shard { json.member("shard") { shard.write(to: &$0) } }
            leadership?.write(to: &json)
            let limits = link.limits
            guard !limits.numbers.isEmpty else { return }
            json.member("limits") { json in limits.write(to: &json) }
        }
    }

    private var stats: [UInt8] {
        let counters = agent.port.counters
        let cost = statistics.costPerMessage(counters.received)
        return JSONWriter.object { json in
            json.member("received", counters.received)
            json.member("accepted", counters.accepted)
            json.member("rejected") { json in
                for (reason, count) in zip(Rejection.allCases, counters.rejected) {
                    json.member(named: reason.rawValue, count)
                }
            }
            json.member("late", counters.late)
            json.member("duplicates", counters.duplicates)
            json.member("clamped", counters.clamped)
            json.member("rolledOver", counters.rolledOver)
            json.member("events", counters.events)
            json.member("visits", counters.visits)
            json.member("devices", agent.tracker.engine.deviceCount)
            json.member("fences", agent.tracker.engine.fenceCount)
            json.member("outbox", agent.port.outbox.count)
            json.member("oldestUnsent", milliseconds: agent.port.outbox.oldestAge(Clock.now.milliseconds))
            json.member("requests", counters.requests)
            json.member("refusedRequests", counters.refusedRequests)
            json.member("overridden", counters.overridden)
            json.member("unmonitored", counters.unmonitored)
            json.member("filtered", counters.filtered)
            json.member("otherShard", counters.otherShard)
            json.member("limited", counters.limited)
            json.member("expired", counters.expired)
            json.member("dead", counters.dead)
            json.member("unanswered", counters.unanswered)
            json.member("reconnects", counters.reconnects)
            json.member("longestTurn", Double(counters.longestTurn) / 1_000_000)
            json.member("cpuPerMessage", cost)
        }
    }
}
