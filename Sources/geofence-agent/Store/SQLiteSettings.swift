import CSQLite

/// What is asked of SQLite for the whole process.
enum SQLiteSettings {
    /// Asks for it, before any file is opened.
    static func use() {
        let code = sqlite_omit_memory_statistics()
        assert(code == 0, "SQLite is in use already")
    }
}
