import Foundation
import GRDB
import GeofenceCore

/// The positions of the past, in runs of one device: none of a run is as late as the first one of the next.
///
/// Rows lie in the order in which their runs began: those of devices that report at once share pages, where
/// each had a page of its own to be written for each of its positions. Only the index lies by device and
/// time. Earlier programs made the table `WITHOUT ROWID`; it stays so, and the same statements read and write
/// both.
///
/// Its statements are looked for once for all that a transaction adds.
struct PositionTable {
    private let database: Database
    private let lastRun: RowReader
    private var writeRun: RowStatement

    init(_ database: Database) throws {
        self.database = database
        lastRun = try Self.find("ORDER BY time DESC", database)
        writeRun = try RowStatement(database, sql: Self.keepRun)
    }

    /// A run that grows stays where it is, and then the index has nothing new.
    private static let keepRun = """
        INSERT INTO position_run VALUES (?, ?, ?)
            ON CONFLICT (device, time) DO UPDATE SET positions = excluded.positions
        """

    static func make(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS position_run (
                    device INTEGER NOT NULL, time INTEGER NOT NULL, positions BLOB NOT NULL,
                    PRIMARY KEY (device, time))
                """
        )
    }

    /// Whether rows lie in an order of their own, and not by device and time as earlier programs had them.
    static func hasOrderOfItsOwn(_ database: Database) throws -> Bool {
        let find = "SELECT sql FROM sqlite_master WHERE name = 'position_run'"
        return try String.fetchOne(database, sql: find).map { !$0.contains("WITHOUT ROWID") } ?? false
    }

    /// Adds positions of a device, in any order, and gives how many were not there yet: what is there of a
    /// moment stays, and of several that are new the first counts.
    ///
    /// - Complexity: one run that is read and written for all that belong together.
    mutating func add(_ positions: [HistoryPosition], of device: Int64) throws -> Int {
        var rest = ordered(positions)[...]
        var count = 0
        while let first = rest.first {
            let (run, next) = try place(of: first.time, device)
            let own = next.map { next in rest.prefix { $0.time < next } } ?? rest
            guard !own.isEmpty else { throw UnexpectedValue() }
            rest = rest.dropFirst(own.count)
            count += try add(own, to: run, isLast: next == nil, device)
        }
        return count
    }

    /// By time, the first one of each moment.
    private func ordered(_ positions: [HistoryPosition]) -> [HistoryPosition] {
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
    private func place(of time: Int64, _ device: Int64) throws -> (run: PositionRun?, next: Int64?) {
        // Mostly it is the last one.
        let last = try lastRun.first(device) { try PositionRun($0) }
        guard let last, last.time > time else { return (last, nil) }
        let own =
            try Self.find("AND time <= ? ORDER BY time DESC", database)
            .first(device, time) { try PositionRun($0) } ?? firstRun(of: device)
        let sql = "SELECT time FROM position_run WHERE device = ? AND time > ? ORDER BY time LIMIT 1"
        let next = try RowReader(database, sql: sql).first(device, own?.time ?? time) { try $0.integer(0) }
        return (own, next)
    }

    private func firstRun(of device: Int64) throws -> PositionRun? {
        try Self.find("ORDER BY time", database).first(device) { try PositionRun($0) }
    }

    /// Finds a run of a device, the first one in an order.
    private static func find(_ order: String, _ database: Database) throws -> RowReader {
        try RowReader(
            database,
            sql: "SELECT time, positions FROM position_run WHERE device = ? \(order) LIMIT 1"
        )
    }

    /// Adds positions that belong to a run, or are the first of all; gives how many are new.
    private mutating func add(
        _ positions: ArraySlice<HistoryPosition>,
        to run: PositionRun?,
        isLast: Bool,
        _ device: Int64
    ) throws -> Int {
        var rest = positions
        guard var run else {
            try write(PositionRun.runs(of: Array(rest), evenly: false), device)
            return positions.count
        }
        guard isLast, let first = rest.first, first.time > run.end else {
            return try merge(positions, into: run, isLast: isLast, device)
        }
        if !run.isFull {
            while !run.isFull, let next = rest.popFirst() { run.append(next) }
            try write([run], device)
        }
        try write(PositionRun.runs(of: Array(rest), evenly: false), device)
        return positions.count
    }

    private mutating func merge(
        _ positions: ArraySlice<HistoryPosition>,
        into run: PositionRun,
        isLast: Bool,
        _ device: Int64
    ) throws -> Int {
        let before = try run.positions()
        // What was there stands first, and so it stays.
        let all = ordered(before + positions)
        guard all.count > before.count else { return 0 }
        if let first = all.first, first.time < run.time { try erase(run, of: device) }
        // A last run is to be filled by what comes next, unless what came was late.
        let isLate = !isLast || all.last?.time == run.end
        try write(PositionRun.runs(of: all, evenly: isLate), device)
        return all.count - before.count
    }

    private mutating func write(_ runs: [PositionRun], _ device: Int64) throws {
        for run in runs {
            try writeRun.put(device)
            try writeRun.put(run.time)
            try writeRun.run(with: run.bytes)
        }
    }

    private func erase(_ run: PositionRun, of device: Int64) throws {
        try database.cachedStatement(sql: "DELETE FROM position_run WHERE device = ? AND time = ?")
            .execute(arguments: [device, run.time])
    }

    /// Erases the oldest positions of a device, about so many; gives how many.
    mutating func erase(of device: Int64, before moment: Int64, atMost most: Int) throws -> Int {
        var gone = 0
        while gone < most, let run = try firstRun(of: device), run.time < moment {
            let left = try run.positions().drop { $0.time < moment }
            try erase(run, of: device)
            try write(PositionRun.runs(of: Array(left), evenly: false), device)
            gone += run.count - left.count
        }
        return gone
    }
}

extension PositionRun {
    /// The run of a row that has its time and bytes.
    ///
    /// - Throws: where they are not those of a run, which the agent doesn't write.
    fileprivate init(_ row: RowReader) throws {
        try self.init(Array(try row.bytes(1)), at: try row.integer(0))
    }

    /// The positions of a row that has time and bytes of a run as its first columns.
    ///
    /// - Throws: where they are not those of a run, which the agent doesn't write.
    static func positions(_ row: Row) throws -> [HistoryPosition] {
        try positions([UInt8](try row.decode(Data.self, atIndex: 1)), at: try row.decode(atIndex: 0))
    }
}
