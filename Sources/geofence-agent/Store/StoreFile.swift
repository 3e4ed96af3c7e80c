import CLibrary
import GRDB

/// A file that is, or is to be, a store which nobody has open.
enum StoreFile {
    /// Looks whether a file is a whole store of this version.
    static func check(_ path: String) throws(StoreFailure) {
        guard access(path, R_OK) == 0 else {
            throw .disk(path: path, reason: String(cString: strerror(errno)))
        }
        do {
            let queue = try DatabaseQueue(path: path)
            defer { try? queue.close() }
            let (version, found) = try queue.read { db in
                (try StoreVersion(db), try String.fetchOne(db, sql: "PRAGMA quick_check(1)"))
            }
            guard let version, version.layout != 0 else {
                throw StoreFailure.damaged(path: path, reason: "it is no store")
            }
            guard !version.isLater else { throw StoreFailure.tooNew(path: path, version) }
            guard !version.isEarlier else { throw StoreFailure.tooOld(path: path, version) }
            guard found == "ok" else { throw StoreFailure.damaged(path: path, reason: found ?? "no check") }
        } catch {
            throw Store.failure(error, path)
        }
    }
}
