import GRDB
import GRDBSQLite

/// A statement of SQLite that stays prepared as long as this is there.
final class PreparedStatement {
    let pointer: SQLiteStatement

    init(_ connection: SQLiteConnection, _ sql: String) throws {
        var pointer: SQLiteStatement?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
        guard code == SQLITE_OK, let pointer else { throw DatabaseError(code, connection) }
        self.pointer = pointer
    }

    deinit { sqlite3_finalize(pointer) }
}
