import CLibrary
import GeofenceCore
import GRDB
import GRDBSQLite

/// What has to outlive the process, in one SQLite file: device states, what came since, and what is still to
/// be sent.
///
/// States are written now and then (a checkpoint); between two of them the inputs of every batch are kept in
/// a journal, and the engine, which is deterministic, finds its way back from there.
final class Store {
    let path: String
    /// What it survives.
    let durability: StoreSettings.Durability
    private let lock: StoreLock
    /// Prepared on the connection of `queue`, run beside it, and gone before it is closed.
    let statements: BatchStatements
    private let queue: DatabaseQueue
    /// Copies SQLite's log.
    private let copier: LogCopier
    /// The file that is open.
    private let identity: FileIdentity?
    /// The layout of the tables; a file with a later one is left alone.
    static let layout = 7
    /// The earliest layout that is brought up to date when it is opened.
    static let oldestLayout = 6
    /// The codec of the bytes in them: inputs, devices, fences, changes of the outbox, and all values of
    /// `setup`, and what a program must know of tables that others may lack; a file with a later one is left
    /// alone.
    ///
    /// Whoever changes what an encoder writes, or how a decoder reads it, raises this number.
    static let codec = 14
    /// The earliest codec that is read: what was added since stands in no store of it.
    static let oldestCodec = 8
    /// Keys of devices in the tables of the past, as far as they are known.
    var historyKeys: [Identifier: Int64] = [:]

    /// Opens the store, or makes it, for its owner's eyes only.
    ///
    /// Others may read it at the same time. With a history the file shrinks when rows go. `movingPositions`
    /// hears how many positions of an earlier program have been brought up to date, from 0 on, now and then.
    init(
        path: String,
        durability: StoreSettings.Durability,
        keepsHistory: Bool = false,
        _ movingPositions: (Int) -> Void = { _ in }
    ) throws(StoreFailure) {
        (self.path, self.durability) = (path, durability)
        lock = try StoreLock(besides: path)
        let mask = umask(0o077)
        defer { umask(mask) }
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(2)
        configuration.prepareDatabase { db in try Self.prepare(db, durability) }
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            let version = try queue.read(StoreVersion.init)
            try Self.check(version, path)
            if version != .current {
                try queue.write { db in
                    if version == nil { try Self.makeTables(db) }
                    try Self.makeUndo(db)
                    try OutboxLog.make(db)
                    try PositionTable.make(db)
                    try StoreVersion.noteProgram(db)
                }
            }
            if version != nil {
                try Self.addProperties(queue)
                try Self.movePositionRows(queue, movingPositions)
            }
            if keepsHistory {
                try queue.writeWithoutTransaction(Self.makeShrinkable)
                try queue.write(Self.makeFenceVersions)
            }
            statements = try queue.writeWithoutTransaction(BatchStatements.init)
            // Who reads may be in the way for a moment when it is opened, but nothing of the loop waits for
            // that.
            try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA busy_timeout = 0") }
            let copier = try LogCopier(path: path)
            queue.writeWithoutTransaction { db in copier.watch(db) }
            self.copier = copier
            identity = FileIdentity(path)
        } catch {
            throw Self.failure(error, path)
        }
    }

    deinit { copier.close() }

    /// What is unknown is not damaged: a store of another version is left as it is.
    private static func check(_ version: StoreVersion?, _ path: String) throws(StoreFailure) {
        guard let version else { return }
        guard version.layout != 0 else {
            throw .damaged(path: path, reason: "it has tables, but none of a store")
        }
        guard !version.isLater else { throw .tooNew(path: path, version) }
        guard !version.isEarlier else { throw .tooOld(path: path, version) }
    }

    private static func prepare(_ db: Database, _ durability: StoreSettings.Durability) throws {
        // With an exclusive lock a commit would need six calls of the system less. But no other thread could
        // copy the log then, and the loop would wait for the disk each time.
        try db.execute(sql: "PRAGMA locking_mode = NORMAL")
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        try db.execute(sql: "PRAGMA synchronous = \(durability == .power ? "FULL" : "NORMAL")")
        try db.execute(sql: "PRAGMA temp_store = MEMORY")
        // Pages up to which a transaction is kept in memory, 16 MB. What is spilled before its commit is read
        // again for that: its place in the log counts for all sums behind it.
        try db.execute(sql: "PRAGMA cache_spill = 4096")
        // Debian's library overwrites what is deleted, which would write every journal twice.
        try db.execute(sql: "PRAGMA secure_delete = FAST")
    }

    private static func makeTables(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE setup (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
                CREATE TABLE device (id BLOB PRIMARY KEY, state BLOB NOT NULL) WITHOUT ROWID;
                CREATE TABLE fences (slot INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
                CREATE TABLE runtime_fences (id BLOB PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID;
                CREATE TABLE journal (number INTEGER PRIMARY KEY, entries BLOB NOT NULL);
                CREATE TABLE outbox (
                    number INTEGER PRIMARY KEY, topic TEXT NOT NULL, payload BLOB NOT NULL, retained INTEGER NOT NULL,
                    time INTEGER NOT NULL, correlation BLOB, properties BLOB);
                CREATE TABLE dead (
                    number INTEGER PRIMARY KEY, topic TEXT NOT NULL, payload BLOB NOT NULL, reason INTEGER NOT NULL,
                    time INTEGER NOT NULL);
                PRAGMA user_version = \(layout);
                PRAGMA application_id = \(codec);
                """
        )
        try makeHistory(db)
    }

    /// Has room for user properties in a store of a program that knew of none.
    ///
    /// Such a program passes over the column, and so it raises no layout.
    private static func addProperties(_ queue: DatabaseQueue) throws {
        guard try !queue.read({ db in try hasProperties(db) }) else { return }
        try queue.write { db in try db.execute(sql: "ALTER TABLE outbox ADD COLUMN properties BLOB") }
    }

    /// Whether a store has room for the user properties of requests.
    static func hasProperties(_ db: Database) throws -> Bool {
        try db.columns(in: "outbox").contains { $0.name == "properties" }
    }

    /// Runs a transaction: all of it is kept, or nothing.
    func transaction<Value>(_ body: (Database) throws -> Value) throws(StoreFailure) -> Value {
        do {
            return try queue.writeWithoutTransaction { db in
                try statements.transaction { try body(db) }
            }
        } catch {
            historyKeys.removeAll()
            throw Self.failure(error, path)
        }
    }

    /// Looks through the file, and says what is damaged in it; nil where nothing is, or the file can't be
    /// read.
    ///
    /// - Complexity: a look at each page.
    func damage() -> StoreFailure? {
        do throws(StoreFailure) {
            let found = try withoutTransaction { db in
                try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
            }
            return found == "ok" ? nil : .damaged(path: path, reason: found ?? "no check")
        } catch {
            guard case .damaged = error else { return nil }
            return error
        }
    }

    /// Makes sure that the file is still where it was: what is written to one that is gone ends with the
    /// process.
    ///
    /// - Throws: `StoreFailure.gone`, after it has written all that the file held to its path, where nothing
    ///   else is there.
    func checkPresence() throws(StoreFailure) {
        let now = FileIdentity(path)
        guard now != identity else { return }
        guard now == nil else { throw .gone(path: path, isKept: false) }
        throw .gone(path: path, isKept: (try? writeAnew()) != nil)
    }

    private func writeAnew() throws(StoreFailure) {
        let mask = umask(0o077)
        defer { umask(mask) }
        let new = path + ".new"
        _ = unlink(new)
        try withoutTransaction { db in try db.execute(sql: "VACUUM INTO ?", arguments: [new]) }
        // What is left of the old file's log would be taken for the new one's.
        for companion in ["-wal", "-shm"] { _ = unlink(path + companion) }
        guard rename(new, path) == 0 else {
            throw .disk(path: path, reason: String(cString: strerror(errno)))
        }
    }

    /// Runs what can't be part of a transaction.
    func withoutTransaction<Value>(_ body: (Database) throws -> Value) throws(StoreFailure) -> Value {
        do {
            return try queue.writeWithoutTransaction(body)
        } catch {
            throw Self.failure(error, path)
        }
    }

    /// What SQLite says, for a person.
    static func failure(_ error: any Error, _ path: String) -> StoreFailure {
        // Its own text would quote the row, and with it where somebody was.
        if error is RowDecodingError || error is DamagedBytes || error is UnexpectedValue {
            return .damaged(path: path, reason: "a value is not of its kind")
        }
        guard let error = error as? DatabaseError else {
            return error as? StoreFailure ?? .disk(path: path, reason: "\(error)")
        }
        let reason = error.message ?? "\(error.resultCode)"
        switch error.resultCode {
        // Statements are always the same, and what they write always fits: where one does no more, the tables
        // are no longer those of a store.
        case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH,
            .SQLITE_INTERNAL, .SQLITE_FORMAT, .SQLITE_RANGE, .SQLITE_TOOBIG, .SQLITE_NOTFOUND,
            .SQLITE_EMPTY:
            return .damaged(path: path, reason: reason)
        case .SQLITE_BUSY, .SQLITE_LOCKED: return .locked(path: path)
        default: return .disk(path: path, reason: reason)
        }
    }
}
