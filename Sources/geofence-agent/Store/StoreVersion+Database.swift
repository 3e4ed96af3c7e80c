import Foundation
import GRDB

extension StoreVersion {
    /// What this program writes.
    static let current = StoreVersion(
        layout: Store.layout,
        codec: Store.codec,
        program: GeofenceAgent.version
    )

    /// The name of the program's row in the table `setup`.
    static let programKey = "program"

    /// Whether a later program wrote the store.
    var isLater: Bool { layout > Self.current.layout || codec > Self.current.codec }

    /// Whether an earlier program wrote the store, in a way that is no longer read.
    var isEarlier: Bool { !isLater && (layout < Store.oldestLayout || codec < Store.oldestCodec) }
}

extension StoreVersion {
    /// Reads the version of a store; nil where the file is new.
    init?(_ db: Database) throws {
        layout = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        codec = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        if layout == 0, codec == 0,
            try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master)") == false
        {
            return nil
        }
        // A layout that isn't known may have no such row, or another type in it.
        let sql = "SELECT CAST(value AS TEXT) FROM setup WHERE name = ?"
        program = try? String.fetchOne(db, sql: sql, arguments: [Self.programKey]).map {
            String($0.prefix(32)).printable
        }
    }

    /// Names this program as the one that writes the store, its layout and its codec.
    static func noteProgram(_ db: Database) throws {
        try db.execute(sql: "PRAGMA user_version = \(Store.layout); PRAGMA application_id = \(Store.codec)")
        try db.execute(
            sql: "INSERT OR REPLACE INTO setup (name, value) VALUES (?, ?)",
            arguments: [programKey, Data(GeofenceAgent.version.utf8)]
        )
    }
}
