import GeofenceCore

/// Whether the agent lives, and whether it does its work, as of its newest snapshot.
struct Health: Hashable {
    /// Milliseconds without a turn of the loop after which it counts as stuck; a turn waits for a second at
    /// most.
    static let patience: Int64 = 10_000

    /// Why the process should be looked at or started again; nil: it is well.
    let liveness: String?
    /// Why nothing can be expected of it now, though it may be well; nil: it is at work.
    let readiness: String?

    /// Judges a snapshot at a moment of `Clock.uptime`.
    init(_ snapshot: Snapshot?, at uptime: Int64) {
        liveness = Self.liveness(snapshot, uptime)
        readiness = liveness ?? snapshot.flatMap(Self.readiness)
    }

    private static func liveness(_ snapshot: Snapshot?, _ uptime: Int64) -> String? {
        guard let snapshot else { return "the agent is still starting" }
        let age = uptime - snapshot.uptime
        return age < patience ? nil : "the agent is stuck: its loop has not turned for \(age / 1000) s"
    }

    private static func readiness(_ snapshot: Snapshot) -> String? {
        guard snapshot.isStoreWritable else { return "the store can't be written; the log says why" }
        return switch snapshot.link {
        case .down: "there is no connection to the broker at \(snapshot.broker)"
        case _ where snapshot.missing != nil: snapshot.missing
        case .catchingUp: "what the broker has kept is still coming"
        case .open: snapshot.isBehind ? snapshot.waitingText : nil
        }
    }
}

extension Snapshot {
    /// Whether messages wait for the broker for longer than it may take to answer.
    var isBehind: Bool { outbox > 0 && oldestUnsent >= patience }

    fileprivate var waitingText: String {
        "\(outbox) messages wait for the broker to take them, the oldest for \(oldestUnsent / 1000) s"
    }
}
