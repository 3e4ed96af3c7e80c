import Foundation
import GRDB
import GeofenceCore
import MQTT

extension Store {
    /// Numbers of rows lie no farther apart than this: the agent stops reading long before.
    private static let widestOutbox: Int64 = 1 << 24

    /// Reads everything that an agent needs to go on.
    ///
    /// - Throws: `StoreFailure.damaged` also where SQLite reads a value, but not one that the agent wrote.
    func load() throws(StoreFailure) -> StoredState {
        try transaction { db in
            try undo(db)
            var stored = StoredState()
            let sql = "SELECT name, value FROM setup WHERE name <> ?"
            for row in try Row.fetchAll(db, sql: sql, arguments: [StoreVersion.programKey]) {
                stored.setup[try row.decode(atIndex: 0)] = try Self.bytes(row, 1)
            }
            try RowReader.forEach(db, sql: "SELECT state FROM device ORDER BY id") { row in
                let bytes = try row.bytes(0)
                stored.devices.append { $0.add(bytes) }
            }
            try RowReader.forEach(db, sql: "SELECT slot, bytes FROM fences ORDER BY slot") { row in
                let (slot, bytes) = (try row.integer(0), try row.bytes(1))
                stored.fences.append(slot) { $0.add(bytes) }
            }
            // Of a row that SQLite still holds, GRDB takes any value for one of the type that is wanted.
            let set = try Row.fetchCursor(db, sql: "SELECT bytes FROM runtime_fences ORDER BY id")
            while let row = try set.next()?.copy() { stored.runtimeFences.append(try Self.bytes(row, 0)) }
            stored.journals = try Row.fetchAll(db, sql: "SELECT entries FROM journal ORDER BY number").map {
                row in
                try Self.bytes(row, 0)
            }
            stored.outbox = try outbox(db)
            stored.deadCount = try Int.fetchOne(db, sql: "SELECT count(*) FROM dead") ?? 0
            return stored
        }
    }

    private func outbox(_ db: Database) throws -> [OutboxRow] {
        let stored = try Row.fetchAll(
            db,
            sql: """
                SELECT number, topic, payload, retained, time, correlation, properties FROM outbox ORDER BY number
                """
        )
        .map { row in
            OutboxRow(
                number: try row.decode(atIndex: 0),
                topic: try row.decode(atIndex: 1),
                payload: try Self.bytes(row, 2),
                isRetained: try row.decode(atIndex: 3),
                time: try row.decode(atIndex: 4),
                correlation: try row.decode(Data?.self, atIndex: 5).map { [UInt8]($0) },
                userProperties: UserProperties(bytes: try row.decode(Data?.self, atIndex: 6) ?? Data())
            )
        }
        let rows = try statements.outbox(of: stored)
        guard let first = rows.first?.number, let last = rows.last?.number else { return [] }
        guard first > 0, last < .max / 2, last - first < Self.widestOutbox,
            zip(rows, rows.dropFirst()).allSatisfy({ $0.number < $1.number }),
            rows.allSatisfy(\.hasPossibleTime)
        else { throw StoreFailure.damaged(path: path, reason: "rows of the outbox have impossible numbers") }
        return rows
    }

    private static func bytes(_ row: Row, _ column: Int) throws -> [UInt8] {
        [UInt8](try row.decode(Data.self, atIndex: column))
    }

    /// Stores that were moved aside since they were damaged, by their names, sorted.
    static func setAside(_ path: String) -> [String] {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? "./"
        let start = path[(slash.map(path.index(after:)) ?? path.startIndex)...] + ".damaged-"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix(start) && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
    }

    /// Moves a damaged store out of the way, with its companions, and gives its new name.
    static func setAside(_ path: String, suffix: String) -> String {
        let aside = "\(path).damaged-\(suffix)"
        for companion in ["", "-wal", "-shm"] { _ = rename(path + companion, aside + companion) }
        return aside
    }
}
