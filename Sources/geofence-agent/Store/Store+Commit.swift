import Foundation
import GRDB
import MQTT

extension Store {
    /// Messages that the broker refuses for good are kept up to this number; the oldest go.
    static let mostDead = 10_000
    /// Keeps a batch; after a return it is there, after an error none of it is.
    func commit(_ batch: Batch, time: Int64) throws(StoreFailure) {
        try transaction { db in try write(batch, time, db) }
    }

    func write(_ batch: Batch, _ time: Int64, _ db: Database) throws {
        if !batch.journal.isEmpty {
            var keep = try RowStatement(db, sql: "INSERT INTO journal (entries) VALUES (?)")
            try keep.run(with: batch.journal)
        }
        if !batch.dead.isEmpty { try deadLetter(batch.dead, time, db) }
        try drop(batch.done + batch.dead.map(\.row.number), db)
        if !batch.outgoing.isEmpty { try enqueue(batch.outgoing, db) }
        if !batch.history.isEmpty { try write(batch.history, db) }
    }

    /// Keeps rows that the broker has refused for good; of too many the oldest go.
    private func deadLetter(_ rows: [(row: OutboxRow, reason: Int32)], _ time: Int64, _ db: Database) throws {
        let keep = try db.cachedStatement(
            sql: "INSERT INTO dead (topic, payload, reason, time) VALUES (?, ?, ?, ?)"
        )
        for (row, reason) in rows {
            try keep.execute(arguments: [row.topic, Data(row.payload), reason, time])
        }
        let drop = "DELETE FROM dead WHERE number <= (SELECT max(number) FROM dead) - ?"
        try db.cachedStatement(sql: drop).execute(arguments: [Self.mostDead])
    }

    /// Takes rows out that have left: they leave in order, and are mostly answered so, one statement for
    /// many.
    private func drop(_ numbers: [Int64], _ db: Database) throws {
        guard !numbers.isEmpty else { return }
        var drop = try RowStatement(db, sql: "DELETE FROM outbox WHERE number BETWEEN ? AND ?")
        for run in Self.runs(of: numbers) {
            try drop.put(run.lowerBound)
            try drop.put(run.upperBound)
            try drop.run()
        }
    }

    /// Keeps rows until they have left.
    private func enqueue(_ rows: [OutboxRow], _ db: Database) throws {
        var enqueue = try RowStatement(
            db,
            sql: """
                INSERT INTO outbox (number, topic, payload, retained, time, correlation, properties)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        )
        for row in rows { try write(row, &enqueue) }
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

    private func write(_ row: OutboxRow, _ send: inout RowStatement) throws {
        try send.put(row.number)
        try send.put(row.topic)
        try send.put(row.payload)
        try send.put(row.isRetained ? 1 : 0)
        try send.put(row.time)
        if let correlation = row.correlation { try send.put(correlation) } else { try send.putNull() }
        if row.userProperties.isEmpty { try send.putNull() } else { try send.put(row.userProperties.bytes) }
        try send.run()
    }
}
