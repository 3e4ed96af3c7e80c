import GRDB
import GRDBSQLite

/// The statements of a batch without history and refused messages, with BEGIN and COMMIT, prepared once and
/// run by SQLite's own functions.
///
/// GRDB's queue, its statements and its account of transactions cost much beside what SQLite takes for a
/// batch of some messages. A store belongs to one thread, which needs no queue.
final class BatchStatements {
    private let connection: SQLiteConnection
    private var begin, end, journal: RowStatement
    private var outbox: OutboxLog

    /// Prepares them for a connection that has all tables, whose transactions nobody observes from then on.
    init(_ database: Database) throws {
        guard let connection = database.sqliteConnection else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE)
        }
        self.connection = connection
        begin = try RowStatement(connection, sql: "BEGIN IMMEDIATE")
        end = try RowStatement(connection, sql: "COMMIT")
        journal = try RowStatement(connection, sql: "INSERT INTO journal (entries) VALUES (?)")
        outbox = try OutboxLog(connection)
        // GRDB's, for observers, of which a store has none. `DatabaseObservationBroker.notifyBufferedEvents`
        // would stop the program where a transaction isn't run in GRDB's queue.
        sqlite3_commit_hook(connection, nil, nil)
        sqlite3_rollback_hook(connection, nil, nil)
    }

    /// Runs a transaction: all of it is kept, or nothing.
    func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try begin.run()
        do {
            let value = try body()
            try end.run()
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    /// Writes a batch in a transaction of its own, without a closure, which would copy the batch.
    func commit(_ batch: Batch) throws {
        try begin.run()
        do {
            try write(batch)
            try end.run()
        } catch {
            rollBack()
            throw error
        }
    }

    private func rollBack() {
        // SQLite may have done so itself.
        if sqlite3_get_autocommit(connection) == 0 {
            sqlite3_exec(connection, "ROLLBACK", nil, nil, nil)
        }
        outbox.didRollBack()
    }

    /// Writes the journal of a batch, and what is to be sent and is no more.
    func write(_ batch: Batch) throws {
        if !batch.journal.isEmpty { try journal.run(with: batch.journal) }
        try outbox.write(batch)
    }

    /// Brings the table of the outbox up to date: the rows that are there, and no others.
    func foldOutbox() throws { try outbox.fold() }

    /// The rows of the outbox, of which its table has these.
    func outbox(of rows: [OutboxRow]) throws -> [OutboxRow] { try outbox.folded(into: rows) }
}
