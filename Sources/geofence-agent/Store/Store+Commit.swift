import Foundation
import GRDB
import GRDBSQLite
import MQTT

extension Store {
    /// Messages that the broker refuses for good are kept up to this number; the oldest go.
    static let mostDead = 10_000
    /// Pages of SQLite's log from which on a commit copies them into the file.
    static let pagesInLog: Int32 = 500

    /// Keeps a batch; after a return it is there, after an error none of it is.
    func commit(_ batch: Batch, time: Int64) throws(StoreFailure) {
        try transaction { db in try write(batch, time, db) }
    }

    /// Keeps a batch and the states that all journals up to it led to, and forgets those journals.
    ///
    /// What SQLite has to copy out of its log into the file afterwards comes with the next commit: both in
    /// one turn would hold the loop twice as long.
    func commit(_ batch: Batch, _ checkpoint: Checkpoint, time: Int64) throws(StoreFailure) {
        defer {
            _ = try? withoutTransaction { db in
                sqlite3_wal_autocheckpoint(db.sqliteConnection, Self.pagesInLog)
            }
        }
        try transaction { db in
            sqlite3_wal_autocheckpoint(db.sqliteConnection, 0)
            try write(batch, time, db)
            for id in checkpoint.forgotten { try forget(id, db) }
            var keep = try RowStatement(db, sql: "INSERT OR REPLACE INTO device (id, state) VALUES (?, ?)")
            try checkpoint.devices.forEach { id, state in
                try keep.put(id)
                try keep.put(state)
                try keep.run()
            }
            try write(checkpoint.fences, db)
            try write(checkpoint.runtimeFences, db)
            for entry in checkpoint.setup {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO setup (name, value) VALUES (?, ?)",
                    arguments: [entry.name, Data(entry.value)]
                )
            }
            try db.execute(sql: "DELETE FROM journal")
        }
    }

    private func write(_ fences: [(slot: Int32, bytes: [UInt8]?)], _ db: Database) throws {
        var keep = try RowStatement(db, sql: "INSERT OR REPLACE INTO fences (slot, bytes) VALUES (?, ?)")
        var drop = try RowStatement(db, sql: "DELETE FROM fences WHERE slot = ?")
        for fence in fences {
            if let bytes = fence.bytes {
                try keep.put(Int64(fence.slot))
                try keep.put(bytes)
                try keep.run()
            } else {
                try drop.put(Int64(fence.slot))
                try drop.run()
            }
        }
    }

    private func write(_ fences: [(id: [UInt8], bytes: [UInt8]?)], _ db: Database) throws {
        let sql = "INSERT OR REPLACE INTO runtime_fences (id, bytes) VALUES (?, ?)"
        var keep = try RowStatement(db, sql: sql)
        var drop = try RowStatement(db, sql: "DELETE FROM runtime_fences WHERE id = ?")
        for fence in fences {
            if let bytes = fence.bytes {
                try keep.put(fence.id)
                try keep.put(bytes)
                try keep.run()
            } else {
                try drop.put(fence.id)
                try drop.run()
            }
        }
    }

    private func write(_ batch: Batch, _ time: Int64, _ db: Database) throws {
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

    /// Erases what is kept of a device, but for its past: that has no name from here on, and `erase` takes it
    /// out bit by bit.
    private func forget(_ id: [UInt8], _ db: Database) throws {
        try db.execute(sql: "DELETE FROM device WHERE id = ?", arguments: [Data(id)])
        try db.execute(sql: "UPDATE tracked SET id = NULL WHERE id = ?", arguments: [Data(id)])
        historyKeys.removeAll()
        let name = String(decoding: id, as: UTF8.self)
        try db.execute(
            sql:
                "DELETE FROM dead WHERE instr('/' || topic || '/', '/' || ? || '/') > 0 OR instr(payload, ?) > 0",
            arguments: [name, Data(JSONWriter.quoted(name))]
        )
    }
}
