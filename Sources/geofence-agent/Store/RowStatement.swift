import GRDB
import GRDBSQLite
import GeofenceCore

/// A statement that runs for many rows: the values of a row, or of several, are put in the order of their
/// columns, then it runs.
///
/// They are bound by SQLite's own functions. GRDB's arguments may be of any type, and finding out which they
/// are costs several times what SQLite takes to write the row.
struct RowStatement {
    private let statement: SQLiteStatement
    /// Whose it is: GRDB's cache prepares each once, and nothing else runs it meanwhile.
    private let owner: AnyObject
    /// How many values are bound.
    private var count: Int32 = 0

    init(_ database: Database, sql: String) throws {
        let cached = try database.cachedStatement(sql: sql)
        (owner, statement) = (cached, cached.sqliteStatement)
        sqlite3_reset(statement)
    }

    /// Prepares a statement, for as long as this and its copies are there.
    init(_ connection: SQLiteConnection, sql: String) throws {
        let prepared = try PreparedStatement(connection, sql)
        (owner, statement) = (prepared, prepared.pointer)
    }

    mutating func put(_ number: Int64) throws {
        count += 1
        try check(sqlite3_bind_int64(statement, count, number))
    }

    /// Nil is NULL.
    mutating func put(_ number: Int32?) throws {
        guard let number else { return try putNull() }
        try put(Int64(number))
    }

    /// Nil is NULL.
    mutating func put(_ number: Int64?) throws {
        guard let number else { return try putNull() }
        try put(number)
    }

    mutating func put(_ text: String) throws {
        count += 1
        let length = Int32(text.utf8.count)
        let code = text.withCString { characters in
            sqlite3_bind_text(statement, count, characters, length, Self.copied)
        }
        try check(code)
    }

    /// Nil is NULL.
    mutating func put(_ text: String?) throws {
        guard let text else { return try putNull() }
        try put(text)
    }

    /// As the bytes of its text.
    mutating func put(_ id: Identifier) throws {
        count += 1
        var text = id.description
        let code = text.withUTF8 { text in
            sqlite3_bind_blob(
                statement,
                count,
                text.baseAddress,
                Int32(text.count),
                Self.copied
            )
        }
        try check(code)
    }

    mutating func put(_ bytes: [UInt8]) throws { try put(bytes[...]) }

    mutating func put(_ bytes: ArraySlice<UInt8>) throws {
        count += 1
        guard !bytes.isEmpty else {
            // No bytes may have no address, which would be NULL.
            return try check(sqlite3_bind_zeroblob(statement, count, 0))
        }
        let code = bytes.withUnsafeBytes { bytes in
            sqlite3_bind_blob(
                statement,
                count,
                bytes.baseAddress,
                Int32(bytes.count),
                Self.copied
            )
        }
        try check(code)
    }

    mutating func putNull() throws {
        count += 1
        try check(sqlite3_bind_null(statement, count))
    }

    /// Writes what was put.
    mutating func run() throws {
        count = 0
        let code = sqlite3_step(statement)
        guard code == SQLITE_DONE else { throw failure(code) }
        sqlite3_reset(statement)
    }

    /// Writes a row whose last value are these bytes, which SQLite reads where they are.
    mutating func run(with bytes: [UInt8]) throws {
        // No bytes may have no address, which would be NULL.
        guard !bytes.isEmpty else {
            try put(bytes)
            return try run()
        }
        let code = bytes.withUnsafeBytes { bytes in
            let bound = sqlite3_bind_blob(
                statement,
                count + 1,
                bytes.baseAddress,
                Int32(bytes.count),
                nil
            )
            return bound == SQLITE_OK ? sqlite3_step(statement) : bound
        }
        count = 0
        // They may be gone when the statement is run next.
        defer { sqlite3_clear_bindings(statement) }
        guard code == SQLITE_DONE else { throw failure(code) }
        sqlite3_reset(statement)
    }

    /// Has SQLite make its own copy of what is bound: `SQLITE_TRANSIENT`, a macro that Swift doesn't import.
    private static var copied: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    private mutating func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// What SQLite has answered; the next values are those of another row.
    private mutating func failure(_ code: Int32) -> DatabaseError {
        let error = DatabaseError(code, sqlite3_db_handle(statement))
        sqlite3_reset(statement)
        count = 0
        return error
    }
}
