import GRDB
import GRDBSQLite

/// Reads rows of a query, as `RowStatement` writes them: by SQLite's own functions.
///
/// GRDB's rows may have any values, and so each is copied into objects of its own before it is asked for.
struct RowReader {
    private let statement: SQLiteStatement
    /// Whose it is: GRDB's cache prepares each once, and nothing else runs it meanwhile.
    private let owner: AnyObject

    init(_ database: Database, sql: String) throws {
        let cached = try database.cachedStatement(sql: sql)
        (owner, statement) = (cached, cached.sqliteStatement)
    }

    /// Prepares a query, for as long as this and its copies are there.
    init(_ connection: SQLiteConnection, sql: String) throws {
        let prepared = try PreparedStatement(connection, sql)
        (owner, statement) = (prepared, prepared.pointer)
    }

    /// Goes through the rows of a query.
    ///
    /// - Throws: what `body` throws, and where SQLite can't read on.
    static func forEach(_ database: Database, sql: String, _ body: (RowReader) throws -> Void) throws {
        try RowReader(database, sql: sql).forEach(body)
    }

    /// Goes through the rows of the query, from the first one on.
    ///
    /// - Throws: what `body` throws, and where SQLite can't read on.
    func forEach(_ body: (RowReader) throws -> Void) throws {
        sqlite3_reset(statement)
        defer { sqlite3_reset(statement) }
        while try step() { try body(self) }
    }

    /// The first row of the query, in which these whole numbers stand for its parameters; nil where there is
    /// none.
    ///
    /// - Throws: what `body` throws, and where SQLite can't read.
    func first<Value>(_ one: Int64, _ two: Int64? = nil, _ body: (RowReader) throws -> Value) throws -> Value?
    {
        sqlite3_reset(statement)
        defer { sqlite3_reset(statement) }
        try check(sqlite3_bind_int64(statement, 1, one))
        if let two { try check(sqlite3_bind_int64(statement, 2, two)) }
        return try step() ? try body(self) : nil
    }

    /// Goes to the next row; says whether there is one.
    private func step() throws -> Bool {
        let code = sqlite3_step(statement)
        guard code != SQLITE_ROW else { return true }
        guard code == SQLITE_DONE else { throw DatabaseError(code, sqlite3_db_handle(statement)) }
        return false
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw DatabaseError(code, sqlite3_db_handle(statement)) }
    }

    /// A whole number of the row.
    ///
    /// - Throws: where it is none, which the agent doesn't write.
    func integer(_ column: Int32) throws -> Int64 {
        guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else {
            throw UnexpectedValue()
        }
        return sqlite3_column_int64(statement, column)
    }

    /// Bytes of the row, which last until the next one is read.
    ///
    /// - Throws: where they are a number or a text, which the agent doesn't write.
    func bytes(_ column: Int32) throws -> UnsafeRawBufferPointer {
        guard sqlite3_column_type(statement, column) == SQLITE_BLOB else {
            throw UnexpectedValue()
        }
        // Before the number of bytes: to give them may change that.
        let start = sqlite3_column_blob(statement, column)
        return UnsafeRawBufferPointer(
            start: start,
            count: Int(sqlite3_column_bytes(statement, column))
        )
    }
}

/// A value of another kind than the agent writes, or one that can't be found again by what is read of it.
struct UnexpectedValue: Error {}
