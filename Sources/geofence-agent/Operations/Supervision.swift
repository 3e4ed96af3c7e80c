import GeofenceCore

/// What the loop tells those who watch over it: the service manager at once, the threads of HTTP through the
/// board.
///
/// The signs of life are the loop's own: a process whose loop is stuck gives none.
struct Supervision {
    /// Milliseconds between two snapshots.
    static let interval: Int64 = 1000

    /// The newest snapshot, for other threads.
    let board = SnapshotBoard()

    private let manager: ServiceManager?
    private var nextSnapshot = Int64.min
    private var nextSign = Int64.min
    private var status = ""

    /// Tells a service manager, if there is one.
    init(_ manager: ServiceManager? = nil) {
        self.manager = manager
    }

    /// The configuration is valid and the store open; the broker may come when it likes.
    func isReady() { manager?.notify(["READY=1"]) }

    /// The configuration is being read again; `isReady` ends it.
    func isReloading(_ monotonicMicroseconds: Int64) {
        manager?.notify(["RELOADING=1", "MONOTONIC_USEC=\(monotonicMicroseconds)"])
    }

    /// The loop is ending.
    func isStopping() { manager?.notify(["STOPPING=1", "STATUS=ending"]) }

    /// A turn of the loop has begun: cheap, apart from once a second.
    mutating func turned(_ uptime: Int64, _ snapshot: (Int64) -> Snapshot) {
        guard uptime >= nextSnapshot else { return }
        nextSnapshot = uptime + Self.interval
        let snapshot = snapshot(uptime)
        board.put(snapshot)
        guard let manager else { return }
        var assignments: [String] = []
        if let interval = manager.signInterval, uptime >= nextSign {
            nextSign = uptime + max(0, interval - Self.interval)
            assignments.append("WATCHDOG=1")
        }
        if status != snapshot.status {
            status = snapshot.status
            assignments.append("STATUS=\(status)")
        }
        if !assignments.isEmpty { manager.notify(assignments) }
    }
}

extension Snapshot {
    /// The agent in a line, without what changes all the time.
    var status: String {
        let size = "\(fences) fences, \(devices) devices"
        guard isStoreWritable else { return "the store can't be written; \(size)" }
        return switch link {
        case .down: "no connection to \(broker); \(size)"
        case .catchingUp: "connected to \(broker), catching up; \(size)"
        case .open where isBehind: "connected to \(broker), which takes no messages; \(size)"
        case .open: "connected to \(broker); \(size)"
        }
    }
}
