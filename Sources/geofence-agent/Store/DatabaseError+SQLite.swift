import GRDB
import GRDBSQLite

extension DatabaseError {
    /// What GRDB would throw for what SQLite has just answered.
    init(_ code: Int32, _ connection: SQLiteConnection?) {
        self.init(
            resultCode: ResultCode(rawValue: code),
            message: sqlite3_errmsg(connection).map { String(cString: $0) }
        )
    }
}
