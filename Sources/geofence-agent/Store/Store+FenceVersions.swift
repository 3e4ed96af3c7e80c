import Foundation
import GRDB
import GeofenceCore

/// What fences were, in a table of the history.
///
/// It is made where it is missing: programs that know nothing of it pass over it, and so it raises no layout.
extension Store {
    static func makeFenceVersions(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS fence_version (
                    fence BLOB NOT NULL, time INTEGER NOT NULL, cause TEXT NOT NULL, definition BLOB,
                    PRIMARY KEY (fence, time)) WITHOUT ROWID
                """
        )
    }

    /// Adds versions of a store that was damaged.
    func takeOver(_ versions: [FenceVersion]) throws(StoreFailure) {
        guard !versions.isEmpty else { return }
        try transaction { db in
            try Self.makeFenceVersions(db)
            try write(versions, db)
        }
    }

    /// Whether any version is kept.
    func hasFenceVersions() throws(StoreFailure) -> Bool {
        try withoutTransaction { db in
            try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM fence_version)") == true
        }
    }

    /// Adds versions; of a fence the newest are kept.
    func write(_ versions: [FenceVersion], _ db: Database) throws {
        let insert = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO fence_version (fence, time, cause, definition) VALUES (?, ?, ?, ?)"
        )
        let drop = try db.cachedStatement(
            sql: """
                DELETE FROM fence_version WHERE fence = ?1 AND time <=
                    (SELECT time FROM fence_version WHERE fence = ?1 ORDER BY time DESC LIMIT 1 OFFSET ?2)
                """
        )
        for version in versions {
            let fence = Data(version.fence.description.utf8)
            try insert.execute(
                arguments: [fence, version.time, version.cause, version.definition.map { Data($0) }]
            )
            try drop.execute(arguments: [fence, FenceVersion.most])
        }
    }

    /// Erases versions that no event after a moment can have been judged by: those that were replaced before
    /// it, and of fences that were gone by then, all.
    func purgeFenceVersions(before moment: Int64) throws(StoreFailure) {
        try transaction { db in
            guard try db.tableExists("fence_version") else { return }
            try db.execute(
                sql: """
                    DELETE FROM fence_version WHERE time < ?1 AND (definition IS NULL OR EXISTS (
                        SELECT 1 FROM fence_version AS later
                        WHERE later.fence = fence_version.fence AND later.time > fence_version.time AND later.time <= ?1))
                    """,
                arguments: [moment]
            )
        }
    }
}

extension HistoryReader {
    /// The version of a fence that was in force at a moment, and when it was replaced; nil where none is
    /// known.
    func fenceVersion(
        of fence: Identifier,
        at time: Timestamp
    ) throws(Failure) -> (version: FenceVersion, until: Timestamp?)? {
        guard try hasFenceVersions() else { return nil }
        let id = Data(fence.description.utf8)
        let sql = """
            SELECT time, cause, definition FROM fence_version WHERE fence = ? AND time <= ? ORDER BY time DESC LIMIT 1
            """
        guard let row = try rows(sql, [id, time.milliseconds]).first else { return nil }
        let next = try rows(
            "SELECT time FROM fence_version WHERE fence = ? AND time > ? ORDER BY time LIMIT 1",
            [id, time.milliseconds]
        )
        let version = FenceVersion(
            fence: fence,
            time: row[0],
            cause: row[1],
            definition: (row[2] as Data?).map { [UInt8]($0) }
        )
        return (version, next.first.map { Timestamp(milliseconds: $0[0]) })
    }

    /// The first moment of which a version of a fence is known.
    func firstFenceVersion(of fence: Identifier) throws(Failure) -> Timestamp? {
        guard try hasFenceVersions() else { return nil }
        let sql = "SELECT min(time) FROM fence_version WHERE fence = ?"
        let row = try rows(sql, [Data(fence.description.utf8)]).first
        return (row?[0] as Int64?).map { Timestamp(milliseconds: $0) }
    }

    private func hasFenceVersions() throws(Failure) -> Bool {
        try !rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'fence_version'", []).isEmpty
    }
}
