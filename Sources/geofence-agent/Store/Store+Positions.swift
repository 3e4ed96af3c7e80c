import Foundation
import GRDB
import GeofenceCore

/// The positions of the past, in runs of one device: none of a run is as late as the first one of the next.
extension Store {
    static func makePositionRuns(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS position_run (
                    device INTEGER NOT NULL, time INTEGER NOT NULL, positions BLOB NOT NULL,
                    PRIMARY KEY (device, time)) WITHOUT ROWID
                """
        )
    }

    /// Adds positions of a device, in any order, and gives how many were not there yet: what is there of a
    /// moment stays, and of several that are new the first counts.
    ///
    /// - Complexity: one run that is read and written for all that belong together.
    static func add(_ positions: [HistoryPosition], of device: Int64, _ db: Database) throws -> Int {
        var rest = ordered(positions)[...]
        var count = 0
        while let first = rest.first {
            let (run, next) = try place(of: first.time, device, db)
            let own = next.map { next in rest.prefix { $0.time < next } } ?? rest
            guard !own.isEmpty else { throw UnexpectedValue() }
            rest = rest.dropFirst(own.count)
            count += try add(own, to: run, isLast: next == nil, device, db)
        }
        return count
    }

    /// By time, the first one of each moment.
    private static func ordered(_ positions: [HistoryPosition]) -> [HistoryPosition] {
        guard zip(positions, positions.dropFirst()).contains(where: { $0.time >= $1.time }) else {
            return positions
        }
        var ordered: [HistoryPosition] = []
        for position in positions.sorted(by: { $0.time < $1.time }) where position.time != ordered.last?.time
        {
            ordered.append(position)
        }
        return ordered
    }

    /// The run that a moment belongs to, and where the next one begins; nil where there is none.
    ///
    /// One before all others belongs to the first.
    private static func place(
        of time: Int64,
        _ device: Int64,
        _ db: Database
    ) throws -> (run: PositionRun?, next: Int64?) {
        // Mostly it is the last one.
        let last = try run("ORDER BY time DESC", [device], db)
        guard let last, last.time > time else { return (last, nil) }
        let own =
            try run("AND time <= ? ORDER BY time DESC", [device, time], db)
            ?? run("ORDER BY time", [device], db)
        let next = try db.cachedStatement(
            sql: "SELECT min(time) FROM position_run WHERE device = ? AND time > ?"
        )
        return (own, try Int64.fetchOne(next, arguments: [device, own?.time ?? time]))
    }

    /// The first run of a device in an order.
    private static func run(
        _ order: String,
        _ arguments: StatementArguments,
        _ db: Database
    ) throws -> PositionRun? {
        let find = try db.cachedStatement(
            sql: "SELECT time, positions FROM position_run WHERE device = ? \(order) LIMIT 1"
        )
        guard let row = try Row.fetchOne(find, arguments: arguments) else { return nil }
        // A key of another type is read as a number that it isn't.
        guard case .int64 = (row[0] as DatabaseValue).storage else { throw UnexpectedValue() }
        return try PositionRun([UInt8](try row.decode(Data.self, atIndex: 1)), at: try row.decode(atIndex: 0))
    }

    /// Adds positions that belong to a run, or are the first of all; gives how many are new.
    private static func add(
        _ positions: ArraySlice<HistoryPosition>,
        to run: PositionRun?,
        isLast: Bool,
        _ device: Int64,
        _ db: Database
    ) throws -> Int {
        var rest = positions
        guard var run else {
            try write(PositionRun.runs(of: Array(rest), evenly: false), device, db)
            return positions.count
        }
        guard isLast, let first = rest.first, first.time > run.end else {
            return try merge(positions, into: run, isLast: isLast, device, db)
        }
        if !run.isFull {
            while !run.isFull, let next = rest.popFirst() { run.append(next) }
            try write([run], device, db)
        }
        try write(PositionRun.runs(of: Array(rest), evenly: false), device, db)
        return positions.count
    }

    private static func merge(
        _ positions: ArraySlice<HistoryPosition>,
        into run: PositionRun,
        isLast: Bool,
        _ device: Int64,
        _ db: Database
    ) throws -> Int {
        let before = try run.positions()
        // What was there stands first, and so it stays.
        let all = ordered(before + positions)
        guard all.count > before.count else { return 0 }
        if let first = all.first, first.time < run.time { try erase(run, of: device, db) }
        // A last run is to be filled by what comes next, unless what came was late.
        let isLate = !isLast || all.last?.time == run.end
        try write(PositionRun.runs(of: all, evenly: isLate), device, db)
        return all.count - before.count
    }

    private static func write(_ runs: [PositionRun], _ device: Int64, _ db: Database) throws {
        guard !runs.isEmpty else { return }
        var write = try RowStatement(db, sql: "INSERT OR REPLACE INTO position_run VALUES (?, ?, ?)")
        for run in runs {
            try write.put(device)
            try write.put(run.time)
            try write.run(with: run.bytes)
        }
    }

    private static func erase(_ run: PositionRun, of device: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM position_run WHERE device = ? AND time = ?")
            .execute(arguments: [device, run.time])
    }

    /// Erases the oldest positions of a device, about so many; gives how many.
    static func erasePositions(
        of device: Int64,
        before moment: Int64,
        atMost most: Int,
        _ db: Database
    ) throws -> Int {
        var gone = 0
        while gone < most, let run = try run("ORDER BY time", [device], db), run.time < moment {
            let left = try run.positions().drop { $0.time < moment }
            try erase(run, of: device, db)
            try write(PositionRun.runs(of: Array(left), evenly: false), device, db)
            gone += run.count - left.count
        }
        return gone
    }
}

extension PositionRun {
    /// The positions of a row that has time and bytes of a run as its first columns.
    ///
    /// - Throws: where they are not those of a run, which the agent doesn't write.
    static func positions(_ row: Row) throws -> [HistoryPosition] {
        try positions([UInt8](try row.decode(Data.self, atIndex: 1)), at: try row.decode(atIndex: 0))
    }
}
