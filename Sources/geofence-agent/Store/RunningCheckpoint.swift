import GRDB
import GeofenceCore

/// A checkpoint of many devices, which is written in parts: in one transaction it would hold the loop for
/// seconds.
///
/// Until the last part is written the states of the checkpoint before count, with all journals since. What
/// each part overwrites is kept for that, and a store that is read anew has it back.
struct RunningCheckpoint {
    private let checkpoint: Checkpoint
    /// The last journal that has led to its states.
    private let journal: Int64
    /// How many of its devices are written.
    private var written = 0

    /// Begins a checkpoint with states that all journals in the store led to, and no others.
    init(_ checkpoint: Checkpoint, in store: Store) throws(StoreFailure) {
        self.checkpoint = checkpoint
        journal = try store.lastJournal()
    }

    /// Writes some devices more, or the rest.
    ///
    /// - Returns: whether that was the last of it.
    mutating func write(to store: Store, atMost most: Int) throws(StoreFailure) -> Bool {
        guard try !writeDevices(to: store, atMost: most) else { return false }
        try store.finish(checkpoint, upTo: journal)
        return true
    }

    /// Writes some devices more; says whether any were left.
    mutating func writeDevices(to store: Store, atMost most: Int) throws(StoreFailure) -> Bool {
        let end = min(written + most, checkpoint.devices.count)
        guard written < end else { return false }
        try store.write(part: written..<end, of: checkpoint.devices)
        written = end
        return true
    }

    /// Writes the rest with all that has gathered, where nothing has happened since it was begun.
    func end(in store: Store, with batch: Batch, time: Int64) throws(StoreFailure) {
        var rest = checkpoint
        rest.devices = []
        try store.commit(batch, rest, time: time)
    }
}

extension Store {
    /// What the parts of a checkpoint have overwritten; the state is NULL where there was none.
    static func makeUndo(_ db: Database) throws {
        try db.execute(sql: "CREATE TABLE IF NOT EXISTS undo (id BLOB NOT NULL, state BLOB)")
    }

    /// The number of the newest journal; 0 where there is none.
    fileprivate func lastJournal() throws(StoreFailure) -> Int64 {
        try transaction { db in try Int64.fetchOne(db, sql: "SELECT max(number) FROM journal") ?? 0 }
    }

    fileprivate func write(part: Range<Int>, of devices: PackedRows<Identifier>) throws(StoreFailure) {
        try transaction { db in
            var keep = try RowStatement(
                db,
                sql: "INSERT INTO undo (id, state) SELECT ?1, (SELECT state FROM device WHERE id = ?1)"
            )
            for id in devices.keys[part] {
                try keep.put(id)
                try keep.run()
            }
            try write(devices, part, db)
        }
    }

    fileprivate func finish(_ checkpoint: Checkpoint, upTo journal: Int64) throws(StoreFailure) {
        try transaction { db in
            try writeRest(of: checkpoint, db)
            // What has left doesn't outlast a checkpoint, be it made in parts or at once.
            try statements.foldOutbox()
            try db.execute(sql: "DELETE FROM journal WHERE number <= ?", arguments: [journal])
            try db.execute(sql: "DELETE FROM undo")
        }
    }

    /// Takes back what a checkpoint has written that was not ended.
    func undo(_ db: Database) throws {
        guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM undo)") == true else { return }
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO device (id, state) SELECT id, state FROM undo WHERE state IS NOT NULL;
                DELETE FROM device WHERE id IN (SELECT id FROM undo WHERE state IS NULL);
                DELETE FROM undo;
                """
        )
    }
}
