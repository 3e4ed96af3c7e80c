import GRDB
import GeofenceCore

/// A table of earlier programs, in which each position has a row of its own.
extension Store {
    /// Whether a store has that table.
    static func hasPositionRows(_ db: Database) throws -> Bool { try db.tableExists("position") }

    /// Puts the rows into runs, and drops the table.
    ///
    /// A process that is killed meanwhile goes on where it was: the positions of a device that are moved are
    /// the earlier ones.
    static func movePositionRows(
        _ queue: DatabaseQueue,
        atOnce most: Int = 100_000,
        _ progress: (Int) -> Void
    ) throws {
        guard try queue.read(hasPositionRows) else { return }
        if try queue.read(hasAnyPositionRow) {
            var all = 0
            progress(all)
            while case let count = try queue.write({ db in try movePositionRows(atMost: most, db) }),
                count > 0
            {
                all += count
                progress(all)
            }
        }
        try queue.write { db in try db.execute(sql: "DROP TABLE position") }
    }

    private static func hasAnyPositionRow(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM position)") == true
    }

    /// Moves the first rows; gives how many.
    static func movePositionRows(atMost most: Int, _ db: Database) throws -> Int {
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT \(HistoryPosition.columns), device FROM position ORDER BY device, time LIMIT ?",
            arguments: [most]
        )
        var table = try PositionTable(db)
        var (device, positions, count): (Int64, [HistoryPosition], Int) = (0, [], 0)
        // Of a row that SQLite still holds, GRDB takes any value for one of the type that is wanted.
        while let row = try rows.next()?.copy() {
            let next: Int64 = try row.decode(atIndex: HistoryPosition.columnCount)
            if next != device {
                _ = try table.add(positions, of: device)
                (device, positions) = (next, [])
            }
            positions.append(try HistoryPosition(row))
            count += 1
        }
        guard let last = positions.last else { return 0 }
        _ = try table.add(positions, of: device)
        try db.execute(
            sql: "DELETE FROM position WHERE (device, time) <= (?, ?)",
            arguments: [device, last.time]
        )
        // A key of another type is read as a number that it isn't.
        guard db.changesCount == count else { throw UnexpectedValue() }
        return count
    }
}

extension HistoryPosition {
    /// The columns of the table from which a position is read, the first of a row.
    static let columns = "time, latitude, longitude, accuracy, altitude, speed"
    static let columnCount = 6

    /// Reads a position from these columns.
    ///
    /// - Throws: where a value is not of its kind, which the agent doesn't write.
    init(_ row: Row) throws {
        self.init(
            time: try row.decode(atIndex: 0),
            latitude: try row.decode(atIndex: 1),
            longitude: try row.decode(atIndex: 2),
            accuracy: try row.decode(atIndex: 3),
            altitude: try row.decode(atIndex: 4),
            speed: try row.decode(atIndex: 5)
        )
    }
}
