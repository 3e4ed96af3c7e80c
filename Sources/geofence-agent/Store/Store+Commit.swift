import Foundation
import GRDB
import MQTT

extension Store {
    /// Messages that the broker refuses for good are kept up to this number; the oldest go.
    static let mostDead = 10_000
    /// Keeps a batch; after a return it is there, after an error none of it is.
    func commit(_ batch: Batch, time: Int64) throws(StoreFailure) {
        guard batch.dead.isEmpty, batch.history.isEmpty else {
            return try transaction { db in try write(batch, time, db) }
        }
        do {
            try statements.commit(batch)
        } catch {
            throw Self.failure(error, path)
        }
    }

    func write(_ batch: Batch, _ time: Int64, _ db: Database) throws {
        try statements.write(batch)
        if !batch.dead.isEmpty { try deadLetter(batch.dead, time, db) }
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
}
