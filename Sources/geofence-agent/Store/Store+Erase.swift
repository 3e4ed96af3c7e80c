import Foundation
import GRDB

/// Erasing in slices, each short enough for the loop; what is erased is overwritten.
extension Store {
    /// Rows, or devices without any, that one slice goes through.
    private static let rowsPerSlice = 1000
    /// Pages that one slice gives back.
    private static let pagesPerSlice = 256
    /// Bytes up to which a file is written anew rather than shrunk: both together leave nothing at all, and
    /// this takes a fraction of a second.
    private static let smallFile = 32 << 20

    /// Erases rows of before a moment, and all of devices without a name, from a device's key on.
    ///
    /// - Returns: where to go on; nil where there is nothing left.
    func eraseSlice(before moment: Int64, from first: Int64) throws(StoreFailure) -> Int64? {
        try transaction { db in
            try db.execute(sql: "PRAGMA secure_delete = ON")
            defer { try? db.execute(sql: "PRAGMA secure_delete = FAST") }
            let find = try db.cachedStatement(
                sql: "SELECT key, id IS NULL FROM tracked WHERE key >= ? ORDER BY key LIMIT 1"
            )
            var (key, room) = (first, Self.rowsPerSlice)
            var positions = try PositionTable(db)
            while room > 0 {
                guard let row = try Row.fetchOne(find, arguments: [key]) else { return nil }
                let device: Int64 = try row.decode(atIndex: 0)
                let isNameless: Bool = try row.decode(atIndex: 1)
                let bound = isNameless ? Int64.max : moment
                var gone =
                    try isNameless
                    ? Self.eraseRuns(of: device, atMost: room, db)
                    : positions.erase(of: device, before: moment, atMost: room)
                for table in ["network", "event", "visit"] where room > gone {
                    gone += try Self.erase(table, device, before: bound, atMost: room - gone, db)
                }
                room -= max(1, gone)
                guard room > 0 else { return device }
                try forgetKey(device, db)
                key = device + 1
            }
            return key
        }
    }

    /// Erases runs of a device of which all is to go, whatever they hold; gives how many rows that is worth.
    private static func eraseRuns(of device: Int64, atMost most: Int, _ db: Database) throws -> Int {
        // A run has some 900 bytes, a row of another table a tenth of that.
        try 10 * erase("position_run", device, before: .max, atMost: 1 + most / 10, db)
    }

    /// Erases the oldest rows of a device, about so many.
    private static func erase(
        _ table: String,
        _ device: Int64,
        before moment: Int64,
        atMost count: Int,
        _ db: Database
    ) throws -> Int {
        let bound = try db.cachedStatement(
            sql: "SELECT time FROM \(table) WHERE device = ? AND time < ? ORDER BY time LIMIT 1 OFFSET ?"
        )
        let last = try Int64.fetchOne(bound, arguments: [device, moment, count - 1]) ?? moment - 1
        try db.cachedStatement(sql: "DELETE FROM \(table) WHERE device = ? AND time <= ?")
            .execute(arguments: [device, last])
        return db.changesCount
    }

    /// Takes out the name of a device of which nothing is left.
    private func forgetKey(_ device: Int64, _ db: Database) throws {
        let sql = """
            DELETE FROM tracked WHERE key = ?1 AND NOT EXISTS (SELECT 1 FROM position_run WHERE device = ?1)
                AND NOT EXISTS (SELECT 1 FROM network WHERE device = ?1)
                AND NOT EXISTS (SELECT 1 FROM event WHERE device = ?1) AND NOT EXISTS (SELECT 1 FROM visit WHERE device = ?1)
            """
        try db.cachedStatement(sql: sql).execute(arguments: [device])
        if db.changesCount > 0 { historyKeys.removeAll() }
    }

    /// Gives free pages back; says whether there is none left.
    ///
    /// A small file is written anew at once, as is one that can't shrink.
    func shrinkSlice() throws(StoreFailure) -> Bool {
        try withoutTransaction { db in
            let canShrink = try Int.fetchOne(db, sql: "PRAGMA auto_vacuum") == 2
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            let size = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
            guard canShrink, pages * size > Self.smallFile else {
                try db.execute(sql: "VACUUM")
                return true
            }
            try db.execute(sql: "PRAGMA incremental_vacuum(\(Self.pagesPerSlice))")
            return try Int.fetchOne(db, sql: "PRAGMA freelist_count") == 0
        }
    }

    /// Brings what SQLite has logged into the file, and empties the log; false where somebody reads just now.
    func emptyLog() throws(StoreFailure) -> Bool {
        try withoutTransaction { db in
            try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")?.decode(Int.self, atIndex: 0) == 0
        }
    }

    /// Keeps a value by its name, or with nil takes it out.
    func keep(_ value: [UInt8]?, as name: String) throws(StoreFailure) {
        try transaction { db in
            if let value {
                let sql = "INSERT OR REPLACE INTO setup (name, value) VALUES (?, ?)"
                try db.execute(sql: sql, arguments: [name, Data(value)])
            } else {
                try db.execute(sql: "DELETE FROM setup WHERE name = ?", arguments: [name])
            }
        }
    }
}
