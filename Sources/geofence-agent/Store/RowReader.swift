import GRDB
import GRDBSQLite

/// Reads rows of a query, as `RowStatement` writes them: by SQLite's own functions.
///
/// GRDB's rows may have any values, and so each is copied into objects of its own before it is asked for.
struct RowReader {
    private let database: Database
    /// Of GRDB's cache, which prepares it once; nothing else runs it meanwhile.
    private let statement: Statement

    init(_ database: Database, sql: String) throws {
        self.database = database
        statement = try database.cachedStatement(sql: sql)
    }

    /// Goes through the rows of a query.
    ///
    /// - Throws: what `body` throws, and where SQLite can't read on.
    static func forEach(_ database: Database, sql: String, _ body: (RowReader) throws -> Void) throws {
        let reader = try RowReader(database, sql: sql)
        sqlite3_reset(reader.statement.sqliteStatement)
        defer { sqlite3_reset(reader.statement.sqliteStatement) }
        while try reader.step() { try body(reader) }
    }

    /// The first row of the query, in which these whole numbers stand for its parameters; nil where there is
    /// none.
    ///
    /// - Throws: what `body` throws, and where SQLite can't read.
    func first<Value>(_ one: Int64, _ two: Int64? = nil, _ body: (RowReader) throws -> Value) throws -> Value?
    {
        sqlite3_reset(statement.sqliteStatement)
        defer { sqlite3_reset(statement.sqliteStatement) }
        try check(sqlite3_bind_int64(statement.sqliteStatement, 1, one))
        if let two { try check(sqlite3_bind_int64(statement.sqliteStatement, 2, two)) }
        return try step() ? try body(self) : nil
    }

    /// Goes to the next row; says whether there is one.
    private func step() throws -> Bool {
        let code = sqlite3_step(statement.sqliteStatement)
        guard code != SQLITE_ROW else { return true }
        guard code == SQLITE_DONE else { throw DatabaseError(code, database.sqliteConnection) }
        return false
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw DatabaseError(code, database.sqliteConnection) }
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
