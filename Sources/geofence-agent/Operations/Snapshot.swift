import GeofenceCore
import MQTT

/// The agent at one moment, for those who watch over it.
struct Snapshot: Hashable, Sendable {
    /// How many devices are inside of a fence.
    struct Occupancy: Hashable, Sendable {
        var fence: String
        var devices: Int
    }

    /// Fences at most that have a number of their own: each is a series for whoever gathers them.
    static let mostFences = 100

    /// How far the way to the broker is open.
    enum Link: Hashable, Sendable {
        /// There is no connection that the broker has greeted.
        case down
        /// What the broker has kept for us is still coming.
        case catchingUp
        /// What comes is new.
        case open
    }

    /// When it was taken, in milliseconds of `Clock.uptime`.
    var uptime: Int64
    var about: About
    /// Host and port of the broker.
    var broker: String
    var link: Link
    /// Which subscription is missing, and why; nil where the broker has granted all.
    var missing: String?
    /// What the broker takes away.
    var limits = BrokerLimits()
    /// Whether the store has taken the last batch.
    var isStoreWritable = true
    var counters = Counters()
    var latencies = Latencies()
    /// What servers were asked over HTTP.
    var services: [OutboundCounts] = []
    var devices = 0
    var fences = 0
    /// How many devices are inside of fences, the first by id.
    var occupancy: [Occupancy] = []
    /// Messages that wait for the broker to take them.
    var outbox = 0
    /// Milliseconds that the oldest of them has been waiting.
    var oldestUnsent: Int64 = 0
    /// Milliseconds that it may wait where all is well.
    var patience: Int64 = 30_000
}

extension AgentLoop {
    /// What each part of the loop has measured.
    private var latencies: Latencies {
        Latencies(decisions: decisions, commits: committer.latencies, events: agent.port.outbox.latencies)
    }

    /// While there are few fences, those of all but zones.
    ///
    /// Metrics don't say who is at home. Of more no number says which are worth it.
    private var occupancy: [Snapshot.Occupancy] {
        guard agent.tracker.engine.fenceCount <= Snapshot.mostFences else { return [] }
        let fences = agent.tracker.engine.allFences
        var occupancy: [Snapshot.Occupancy] = []
        for fence in fences where !agent.zoneFences.contains(fence.id) {
            guard let slot = agent.tracker.engine.slot(of: fence.id) else { continue }
            let devices = agent.tracker.engine.occupants(of: slot).count
            occupancy.append(.init(fence: fence.id.description, devices: devices))
        }
        return occupancy
    }

    /// The agent as it is.
    func snapshot(_ uptime: Int64) -> Snapshot {
        Snapshot(
            uptime: uptime,
            about: statistics.about,
            broker: "\(link.settings.address)",
            link: link.online == nil ? .down : link.isCaughtUp ? .open : .catchingUp,
            missing: link.online == nil ? nil : link.subscriptions.missing,
            limits: link.limits,
            isStoreWritable: committer.isWorking,
            counters: agent.port.counters,
            latencies: latencies,
            services: agent.port.outbound.services,
            devices: agent.tracker.engine.deviceCount,
            fences: agent.tracker.engine.fenceCount,
            occupancy: occupancy,
            outbox: agent.port.outbox.count,
            oldestUnsent: agent.port.outbox.oldestAge(Clock.now.milliseconds),
            patience: link.patienceForAnswers
        )
    }
}
