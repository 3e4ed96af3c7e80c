import GRDB
import GRDBSQLite

/// Reads many rows of a query, as `RowStatement` writes many: by SQLite's own functions.
///
/// GRDB's rows may have any values, and so each is copied into objects of its own before it is asked for.
struct RowReader {
    private let statement: Statement

    /// Goes through the rows of a query.
    ///
    /// - Throws: what `body` throws, and where SQLite can't read on.
    static func forEach(_ database: Database, sql: String, _ body: (RowReader) throws -> Void) throws {
        let statement = try database.cachedStatement(sql: sql)
        sqlite3_reset(statement.sqliteStatement)
        defer { sqlite3_reset(statement.sqliteStatement) }
        let reader = RowReader(statement: statement)
        while true {
            let code = sqlite3_step(statement.sqliteStatement)
            guard code == SQLITE_ROW else {
                guard code == SQLITE_DONE else {
                    throw DatabaseError(
                        resultCode: ResultCode(rawValue: code),
                        message: database.lastErrorMessage
                    )
                }
                return
            }
            try body(reader)
        }
    }

    /// A whole number of the row.
    ///
    /// - Throws: where it is none, which the agent doesn't write.
    func integer(_ column: Int32) throws -> Int64 {
        guard sqlite3_column_type(statement.sqliteStatement, column) == SQLITE_INTEGER else {
            throw UnexpectedValue()
        }
        return sqlite3_column_int64(statement.sqliteStatement, column)
    }

    /// Bytes of the row, which last until the next one is read.
    ///
    /// - Throws: where they are a number or a text, which the agent doesn't write.
    func bytes(_ column: Int32) throws -> UnsafeRawBufferPointer {
        guard sqlite3_column_type(statement.sqliteStatement, column) == SQLITE_BLOB else {
            throw UnexpectedValue()
        }
        // Before the number of bytes: to give them may change that.
        let start = sqlite3_column_blob(statement.sqliteStatement, column)
        return UnsafeRawBufferPointer(
            start: start,
            count: Int(sqlite3_column_bytes(statement.sqliteStatement, column))
        )
    }
}

/// A value of another kind than the agent writes, or one that can't be found again by what is read of it.
struct UnexpectedValue: Error {}
