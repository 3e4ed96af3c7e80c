import Synchronization

/// Where the loop hangs out how it is, for other threads to read.
final class SnapshotBoard: Sendable {
    private let snapshot = Mutex<Snapshot?>(nil)

    /// The newest; nil before the loop has begun.
    var newest: Snapshot? { snapshot.withLock { $0 } }

    /// Puts a newer one in the place of the old.
    func put(_ newer: Snapshot) {
        snapshot.withLock { $0 = newer }
    }
}
