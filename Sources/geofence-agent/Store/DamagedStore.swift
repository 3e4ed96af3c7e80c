import Foundation
import GRDB
import GeofenceCore
import MQTT

/// Reads what can still be read of a damaged store, row by row, and changes nothing in it.
///
/// A table is read in the order of its key up to the first page that is broken, then from its end back to
/// there. What is read is bounded by the size of the file, whatever its pages say.
final class DamagedStore {
    /// What of a kind of rows could not be read.
    struct Loss: Hashable {
        /// Rows that were found, and make no sense.
        var rows = 0
        /// Places where pages are broken, counted for each device whose rows lie there; nobody knows how many
        /// they held.
        var gaps = 0
    }

    /// The kind of what stands in `setup`.
    static let setup = "setup"

    /// What could not be read, by kind.
    private(set) var losses: [String: Loss] = [:]
    /// Nil where SQLite can't open the file at all.
    private let queue: DatabaseQueue?
    /// Bytes that may still be read: each of the file twice, forwards and backwards or in two orders, and as
    /// much again for what a row costs besides.
    private var room: Int

    /// Opens a store that nobody uses.
    init(path: String) {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        // A page with a broken cell counts as broken: the rows beside it may be anything.
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA cell_size_check = ON") }
        queue = try? DatabaseQueue(path: path, configuration: configuration)
        let sizes = [path, path + "-wal"].map { path in
            (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        }
        room = 4 * sizes.reduce(0, +)
        if queue == nil { losses["file", default: Loss()].gaps += 1 }
    }

    /// A table as it is gone through.
    struct Table {
        /// What its rows are, for a person.
        var kind: String
        var name: String
        /// The columns by which its rows are found in order.
        var key: [String]
        var columns: [String]
        /// The device whose rows alone are wanted; the table's first column then.
        var device: Int64?

        /// Everything, or what lies behind a row, from the end.
        func select(behind key: [DatabaseValue]?, backwards: Bool) -> (sql: String, StatementArguments) {
            var (conditions, arguments): ([String], [DatabaseValue]) = ([], [])
            if let device {
                conditions.append("device = ?")
                arguments.append(device.databaseValue)
            }
            if let key {
                let places = Array(repeating: "?", count: key.count).joined(separator: ", ")
                conditions.append("(\(self.key.joined(separator: ", "))) > (\(places))")
                arguments += key
            }
            let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
            let order = self.key.map { $0 + (backwards ? " DESC" : "") }.joined(separator: ", ")
            let all = (self.key + columns).joined(separator: ", ")
            return ("SELECT \(all) FROM \(name)\(filter) ORDER BY \(order)", StatementArguments(arguments))
        }
    }

    /// Goes through the rows of a table that can be read, each with its key in front; the last ones may come
    /// backwards.
    func scan(_ table: Table, _ keep: (Row) throws -> Void) {
        guard let queue else { return }
        queue.unsafeRead { db in
            var last: [DatabaseValue]?
            if walk(table, behind: nil, backwards: false, &last, keep, db) { return }
            losses[table.kind, default: Loss()].gaps += 1
            var end: [DatabaseValue]?
            _ = walk(table, behind: last, backwards: true, &end, keep, db)
        }
    }

    /// Forgets what could not be read of a kind: it is to be read another way.
    func forgetLosses(of kind: String) { losses[kind] = nil }

    /// Whether something holds of the tables; not where that can't be found out.
    func holds(_ condition: (Database) throws -> Bool) -> Bool {
        (try? queue?.read(condition)) ?? false
    }

    /// Goes one way; says whether that led to the end, and gives the key of the last row.
    private func walk(
        _ table: Table,
        behind start: [DatabaseValue]?,
        backwards: Bool,
        _ last: inout [DatabaseValue]?,
        _ keep: (Row) throws -> Void,
        _ db: Database
    ) -> Bool {
        let (sql, arguments) = table.select(behind: start, backwards: backwards)
        do {
            let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
            while let next = try rows.next() {
                // Of a row that SQLite still holds, GRDB takes any value for one of the type that is wanted.
                let row = next.copy()
                room -= cost(row)
                guard room > 0 else { return false }
                last = (0..<table.key.count).map { row[$0] as DatabaseValue }
                do { try keep(row) } catch { losses[table.kind, default: Loss()].rows += 1 }
            }
            return true
        } catch {
            return false
        }
    }

    /// The bytes of a row, about.
    private func cost(_ row: Row) -> Int {
        row.databaseValues.reduce(4) { sum, value in
            switch value.storage {
            case .blob(let data): sum + data.count
            case .string(let text): sum + text.utf8.count
            default: sum + 1
            }
        }
    }
}

// MARK: - What an agent needs to go on

extension DamagedStore {
    /// Reads what an agent needs to go on; the rows to be sent are numbered anew.
    func load() -> StoredState {
        var stored = StoredState()
        scan(Table(kind: Self.setup, name: "setup", key: ["name"], columns: ["value"])) { row in
            let name = try row.decode(String.self, atIndex: 0)
            guard name != StoreVersion.programKey else { return }
            stored.setup[name] = try Self.bytes(row, 1)
        }
        scan(Table(kind: "devices", name: "device", key: ["id"], columns: ["state"])) { row in
            stored.devices.append(try Self.bytes(row, 1))
        }
        var fences: [(slot: Int64, bytes: [UInt8])] = []
        scan(Table(kind: "fences in force", name: "fences", key: ["slot"], columns: ["bytes"])) { row in
            fences.append((try row.decode(atIndex: 0), try Self.bytes(row, 1)))
        }
        for (slot, bytes) in fences.sorted(by: { $0.slot < $1.slot }) { stored.fences.append(slot, bytes) }
        scan(Table(kind: "fences", name: "runtime_fences", key: ["id"], columns: ["bytes"])) { row in
            stored.runtimeFences.append(try Self.bytes(row, 1))
        }
        var journals: [Int64: [UInt8]] = [:]
        scan(Table(kind: "journal", name: "journal", key: ["number"], columns: ["entries"])) { row in
            journals[try row.decode(atIndex: 0)] = try Self.bytes(row, 1)
        }
        stored.journals = journals.sorted { $0.key < $1.key }.map(\.value)
        stored.outbox = outbox()
        return stored
    }

    private func outbox() -> [OutboxRow] {
        // One that an earlier program wrote may have none.
        let hasProperties = holds(Store.hasProperties)
        let columns =
            ["topic", "payload", "retained", "time", "correlation"] + (hasProperties ? ["properties"] : [])
        var rows: [Int64: OutboxRow] = [:]
        scan(Table(kind: "unsent", name: "outbox", key: ["number"], columns: columns)) { row in
            let number = try row.decode(Int64.self, atIndex: 0)
            let found = OutboxRow(
                number: number,
                topic: try row.decode(atIndex: 1),
                payload: try Self.bytes(row, 2),
                isRetained: try row.decode(atIndex: 3),
                time: try row.decode(atIndex: 4),
                correlation: try row.decode(Data?.self, atIndex: 5).map { [UInt8]($0) },
                userProperties: UserProperties(
                    bytes: hasProperties ? try row.decode(Data?.self, atIndex: 6) ?? Data() : Data()
                )
            )
            guard found.hasPossibleTime else { throw UnexpectedValue() }
            rows[number] = found
        }
        apply(outboxChanges: &rows)
        return zip(Int64(1)..., rows.values.sorted { $0.number < $1.number }).map { number, row in
            var row = row
            row.number = number
            return row
        }
    }

    /// Does to the rows of the outbox what batches since have changed; of a change that is damaged, what
    /// stands before that.
    ///
    /// Of two rows with one number, one is lost: that of the table stays, or else the later one.
    private func apply(outboxChanges rows: inout [Int64: OutboxRow]) {
        guard holds(OutboxLog.isThere) else { return }
        var (gone, new): ([ClosedRange<Int64>], [Int64: OutboxRow]) = ([], [:])
        scan(Table(kind: "unsent", name: "outbox_log", key: ["number"], columns: ["change"])) { row in
            var reader = ByteReader(try Self.bytes(row, 1))
            var found: [OutboxRow] = []
            defer { for row in found where row.hasPossibleTime { new[row.number] = row } }
            gone += try OutboxChange.readGone(&reader)
            try OutboxChange.readRows(&reader, &found) { _ in false }
            let numbers = Set(found.map(\.number))
            let isGood = numbers.count == found.count && found.allSatisfy { $0.hasPossibleTime }
            guard isGood, numbers.allSatisfy({ new[$0] == nil && rows[$0] == nil }) else {
                throw UnexpectedValue()
            }
        }
        rows.merge(new) { old, _ in old }
        gone = OutboxLog.joined(gone)
        rows = rows.filter { !OutboxLog.has(gone, $0.key) }
    }

    static func bytes(_ row: Row, _ column: Int) throws -> [UInt8] {
        [UInt8](try row.decode(Data.self, atIndex: column))
    }
}
