import Foundation
import GRDB

/// What wrote a store: the layout of its tables, the codec of the bytes in them, and the program's version.
///
/// Layout and codec stand in the header of the file, so they are known before anything is decoded. The row
/// `program` of the table `setup` keeps its place in every layout.
struct StoreVersion: Hashable, Sendable {
    var layout: Int
    var codec: Int
    /// The program's version; nil where it can't be read.
    var program: String?

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

    /// Whether an earlier program wrote the store.
    var isEarlier: Bool { !isLater && (layout < Self.current.layout || codec < Self.current.codec) }
}

extension StoreVersion: CustomStringConvertible {
    /// As a message says it.
    var description: String {
        "geofence-agent \(program ?? "of an unknown version") (layout \(layout), codec \(codec))"
    }
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

    /// Names this program as the one that writes the store.
    static func noteProgram(_ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO setup (name, value) VALUES (?, ?)",
            arguments: [programKey, Data(GeofenceAgent.version.utf8)]
        )
    }
}
