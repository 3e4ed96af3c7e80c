import GRDB
import GRDBSQLite
import MQTT

/// The statements of a batch without history and refused messages, with BEGIN and COMMIT, prepared once and
/// run by SQLite's own functions.
///
/// GRDB's queue, its statements and its account of transactions cost much beside what SQLite takes for a
/// batch of some messages. A store belongs to one thread, which needs no queue.
final class BatchStatements {
    private let connection: SQLiteConnection
    private var begin, end, journal, drop, enqueue: RowStatement

    /// Prepares them for a connection that has all tables, whose transactions nobody observes from then on.
    init(_ database: Database) throws {
        guard let connection = database.sqliteConnection else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE)
        }
        self.connection = connection
        begin = try RowStatement(connection, sql: "BEGIN IMMEDIATE")
        end = try RowStatement(connection, sql: "COMMIT")
        journal = try RowStatement(connection, sql: "INSERT INTO journal (entries) VALUES (?)")
        drop = try RowStatement(connection, sql: "DELETE FROM outbox WHERE number BETWEEN ? AND ?")
        enqueue = try RowStatement(
            connection,
            sql: """
                INSERT INTO outbox (number, topic, retained, time, correlation, properties, payload)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        )
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
            // SQLite may have done so itself.
            if sqlite3_get_autocommit(connection) == 0 {
                sqlite3_exec(connection, "ROLLBACK", nil, nil, nil)
            }
            throw error
        }
    }

    /// Writes the journal of a batch, and what is to be sent and is no more.
    func write(_ batch: Batch) throws {
        if !batch.journal.isEmpty { try journal.run(with: batch.journal) }
        // They leave in order, and are mostly answered so: one statement for many.
        for run in Self.runs(of: batch.done + batch.dead.map(\.row.number)) {
            try drop.put(run.lowerBound)
            try drop.put(run.upperBound)
            try drop.run()
        }
        for row in batch.outgoing { try write(row) }
    }

    /// Puts numbers together that follow each other.
    private static func runs(of numbers: [Int64]) -> [ClosedRange<Int64>] {
        var runs: [ClosedRange<Int64>] = []
        for number in numbers.sorted() {
            if let last = runs.last, number - last.upperBound <= 1 {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        return runs
    }

    private func write(_ row: OutboxRow) throws {
        try enqueue.put(row.number)
        try enqueue.put(row.topic)
        try enqueue.put(row.isRetained ? 1 : 0)
        try enqueue.put(row.time)
        if let correlation = row.correlation { try enqueue.put(correlation) } else { try enqueue.putNull() }
        if row.userProperties.isEmpty {
            try enqueue.putNull()
        } else {
            try enqueue.put(row.userProperties.bytes)
        }
        try enqueue.run(with: row.payload)
    }
}
