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
        let deadLetter = try db.cachedStatement(
            sql: "INSERT INTO dead (topic, payload, reason, time) VALUES (?, ?, ?, ?)"
        )
        for (row, reason) in batch.dead {
            try deadLetter.execute(arguments: [row.topic, Data(row.payload), reason, time])
        }
        if !batch.dead.isEmpty {
            let drop = "DELETE FROM dead WHERE number <= (SELECT max(number) FROM dead) - ?"
            try db.cachedStatement(sql: drop).execute(arguments: [Self.mostDead])
        }
        // Rows leave in order, and are mostly answered so: one statement for many.
        var forget = try RowStatement(db, sql: "DELETE FROM outbox WHERE number BETWEEN ? AND ?")
        for numbers in Self.runs(of: batch.done + batch.dead.map(\.row.number)) {
            try forget.put(numbers.lowerBound)
            try forget.put(numbers.upperBound)
            try forget.run()
        }
        var send = try RowStatement(
            db,
            sql: """
                INSERT INTO outbox (number, topic, payload, retained, time, correlation, properties)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        )
        for row in batch.outgoing { try write(row, &send) }
        if !batch.history.isEmpty { try write(batch.history, db) }
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
