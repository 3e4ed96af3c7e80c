import CSQLite

/// What is asked of SQLite for the whole process.
enum SQLiteSettings {
    /// Asks for it, before any file is opened.
    static func use() { sqlite_omit_memory_statistics() }
}
