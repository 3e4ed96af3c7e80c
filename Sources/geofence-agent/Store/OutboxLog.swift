import GRDB
import GRDBSQLite
import GeofenceCore
import MQTT

/// What batches have changed in the outbox: a list of changes, one a batch, behind the table of its rows.
///
/// Nearly every row is gone some milliseconds after it came. In a table of rows, SQLite looks for the place
/// of each one twice, and keeps its pages in order. A change is put behind the last one, whatever is in it.
/// When they are many they are folded: what is left of them goes into the table, and the list begins anew.
struct OutboxLog {
    /// Bytes of changes, and of what they leave behind in the table, from which on it is folded into that:
    /// 1 MiB.
    static let mostBytes = 1 << 20
    /// Bytes that a row counts with that is gone: it may still lie in the table.
    static let bytesOfGone = 128
    /// Bytes of rows that a change has at most: 64 KiB.
    ///
    /// Of a batch with more, rows go into the table at once.
    static let mostBytesOfRows = 1 << 16

    private var append, drop, enqueue, clear: RowStatement
    private let changes: RowReader
    /// What counts towards `mostBytes`; nil where the changes in the store may be of another process, or not
    /// as this one wrote them.
    private var bytes: Int?
    private var writer = ByteWriter()

    static func make(_ db: Database) throws {
        let sql = "CREATE TABLE IF NOT EXISTS outbox_log (number INTEGER PRIMARY KEY, change BLOB NOT NULL)"
        try db.execute(sql: sql)
    }

    /// Whether a store has such a list: that of an earlier program may have none.
    static func isThere(_ db: Database) throws -> Bool { try db.tableExists("outbox_log") }

    init(_ connection: SQLiteConnection) throws {
        append = try RowStatement(connection, sql: "INSERT INTO outbox_log (change) VALUES (?)")
        clear = try RowStatement(connection, sql: "DELETE FROM outbox_log")
        changes = try RowReader(connection, sql: "SELECT change FROM outbox_log ORDER BY number")
        drop = try RowStatement(connection, sql: "DELETE FROM outbox WHERE number BETWEEN ? AND ?")
        enqueue = try RowStatement(
            connection,
            sql: """
                INSERT INTO outbox (number, topic, retained, time, correlation, properties, payload)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        )
    }

    /// Writes what a batch changes in the outbox.
    ///
    /// The first one after a start begins the list anew: numbers of rows may begin anew, too, where none were
    /// left.
    mutating func write(_ batch: Batch) throws {
        let numbers = batch.dead.isEmpty ? batch.done : batch.done + batch.dead.map(\.row.number)
        let gone = Self.runs(of: numbers)
        guard !gone.isEmpty || !batch.outgoing.isEmpty else { return }
        if bytes == nil { try fold() }
        var size = 0
        for index in batch.outgoing.indices { size += batch.outgoing[index].size }
        let isMuch = size > Self.mostBytesOfRows
        if isMuch { for row in batch.outgoing { try write(row) } }
        if !gone.isEmpty || !isMuch {
            writer.removeAll()
            OutboxChange.write(gone: gone, isMuch ? [] : batch.outgoing, to: &writer)
            try append.run(with: writer.bytes)
        }
        bytes = (bytes ?? 0) + size + Self.bytesOfGone * (batch.done.count + batch.dead.count)
        if bytes ?? 0 > Self.mostBytes { try fold() }
    }

    /// Puts what is left of all changes into the table, and forgets them.
    ///
    /// - Complexity: linear in the bytes of the changes, and in the rows that are left of them or are gone.
    mutating func fold() throws {
        let (gone, left) = try read()
        for run in gone {
            try drop.put(run.lowerBound)
            try drop.put(run.upperBound)
            try drop.run()
        }
        for row in left { try write(row) }
        try clear.run()
        bytes = 0
    }

    /// What the table would have after `fold`, of the rows that it has: somebody starts with them.
    mutating func folded(into rows: [OutboxRow]) throws -> [OutboxRow] {
        bytes = nil
        let (gone, left) = try read()
        let all = rows.filter { !Self.has(gone, $0.number) } + left
        return all.sorted { $0.number < $1.number }
    }

    /// A transaction was taken back, and with it what was written last.
    mutating func didRollBack() { bytes = nil }

    /// Reads the numbers of the rows that are no more, in runs, and the rows that have come and are left.
    private func read() throws -> (gone: [ClosedRange<Int64>], left: [OutboxRow]) {
        var (gone, left): ([ClosedRange<Int64>], [OutboxRow]) = ([], [])
        try changes.forEach { row in
            var reader = ByteReader([UInt8](try row.bytes(0)))
            gone += try OutboxChange.readGone(&reader)
        }
        gone = Self.joined(gone)
        try changes.forEach { row in
            var reader = ByteReader([UInt8](try row.bytes(0)))
            _ = try OutboxChange.readGone(&reader)
            try OutboxChange.readRows(&reader, &left) { number in Self.has(gone, number) }
        }
        return (gone, left)
    }

    private mutating func write(_ row: OutboxRow) throws {
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

// MARK: - Runs of numbers

extension OutboxLog {
    /// Puts numbers together that follow each other: rows leave in order, and are mostly answered so.
    static func runs(of numbers: [Int64]) -> [ClosedRange<Int64>] {
        guard let first = numbers.first, let last = numbers.last else { return [] }
        // Nearly always they are one run, which needs no sorting.
        let isRun = first <= last && numbers.indices.allSatisfy { numbers[$0] &- first == Int64($0) }
        return isRun ? [first...last] : joined(numbers.map { $0...$0 })
    }

    /// Puts runs together that follow each other or overlap, ascending.
    static func joined(_ runs: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
        var joined: [ClosedRange<Int64>] = []
        for run in runs.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, last.upperBound == .max || run.lowerBound <= last.upperBound + 1 {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, run.upperBound)
            } else {
                joined.append(run)
            }
        }
        return joined
    }

    /// Whether a number is in one of some runs that are ascending and apart.
    static func has(_ runs: [ClosedRange<Int64>], _ number: Int64) -> Bool {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].upperBound < number { low = middle + 1 } else { high = middle }
        }
        return low < runs.count && runs[low].lowerBound <= number
    }
}
