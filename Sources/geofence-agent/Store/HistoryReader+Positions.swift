import GRDB
import GeofenceCore

extension HistoryReader {
    /// Goes through the positions of a device in order, as far as there is room.
    func positions(
        of device: HistoryDevice,
        in range: HistoryRange,
        stretch: Stretch = Stretch(),
        atMost most: Int = .max,
        _ body: (HistoryPosition) -> Void
    ) throws(Failure) {
        var (from, room) = (range.from.milliseconds, most)
        let to = range.to.milliseconds
        if let after = stretch.after, after.time >= from {
            guard after.time < to else { return }
            from = after.time + 1
        }
        while room > 0, from < to {
            let size = min(stretch.page, room)
            let page = try read { db in try PositionPage(of: device.key, from, to, atLeast: size, db) }
            for position in page.positions.prefix(room) { body(position) }
            room -= page.positions.count
            guard let last = page.positions.last, !page.isLast, stretch.goesOn() else { return }
            from = last.time + 1
        }
    }
}

/// Positions that follow each other, as the store has them at one moment.
private struct PositionPage {
    var positions: [HistoryPosition] = []
    /// Whether no others follow.
    var isLast = false

    /// Reads those of a device from one time up to another, about as many as are wanted.
    ///
    /// An agent that writes meanwhile may divide runs anew, so each page begins with the run in which its
    /// first moment lies. Rows that no agent has put into runs yet are later than those.
    init(of device: Int64, _ from: Int64, _ to: Int64, atLeast size: Int, _ db: Database) throws {
        let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        if tables.contains("position_run") {
            // The first may have been read but for its last position.
            let count = 2 + size / PositionRun.most
            let runs = try Row.fetchAll(db, sql: Self.runs, arguments: [device, from, to, count])
            for run in runs {
                positions += try PositionRun.positions(run).filter { $0.time >= from && $0.time < to }
            }
            if runs.count == count { return }
        }
        isLast = true
        guard tables.contains("position") else { return }
        let next = positions.last.map { $0.time + 1 } ?? from
        let rows = try Row.fetchAll(db, sql: Self.rows, arguments: [device, next, to, size])
        for row in rows { positions.append(try HistoryPosition(row)) }
        isLast = rows.count < size
    }

    private static let runs = """
        SELECT time, positions FROM position_run WHERE device = ?1 AND time < ?3 AND time >= ifnull(
            (SELECT max(time) FROM position_run WHERE device = ?1 AND time <= ?2), ?2)
        ORDER BY time LIMIT ?4
        """
    private static let rows = """
        SELECT \(HistoryPosition.columns) FROM position
        WHERE device = ? AND time >= ? AND time < ? ORDER BY time LIMIT ?
        """
}
