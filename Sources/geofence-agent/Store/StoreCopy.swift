import CLibrary
import Foundation
import GRDB
import GRDBSQLite

/// A copy of a store that is made a few pages at a time, while the store is written to.
///
/// What is written meanwhile on the same connection is in the copy, too. It lies beside the store until it is
/// whole, for its owner's eyes only.
final class StoreCopy {
    /// Pages that one step copies: a quarter of a MiB.
    private static let pagesPerStep: Int32 = 64

    private let source: Store
    private let target: DatabaseQueue
    private let partial: String
    private var handle: OpaquePointer?

    /// Where the copy of a store is put, once it is whole.
    static func path(of store: String) -> String { store + ".backup" }

    /// Where it is until then.
    static func partialPath(of store: String) -> String { store + ".backup-partial" }

    /// The name of a copy that nobody has fetched, where there is one.
    static func left(besides store: String) -> [String] {
        let path = path(of: store)
        guard access(path, F_OK) == 0 else { return [] }
        return path.split(separator: "/").suffix(1).map(String.init)
    }

    /// Begins a copy; one that was begun before, and not ended, is given up.
    init(of store: Store) throws(StoreFailure) {
        source = store
        let path = Self.partialPath(of: store.path)
        partial = path
        try Self.checkRoom(for: store.path)
        let mask = umask(0o077)
        defer { umask(mask) }
        StoreFile.remove(path)
        do {
            let target = try DatabaseQueue(path: path)
            self.target = target
            handle = try store.withoutTransaction { source in
                target.writeWithoutTransaction { target in
                    sqlite3_backup_init(target.sqliteConnection, "main", source.sqliteConnection, "main")
                }
            }
        } catch {
            throw (error as? StoreFailure) ?? .disk(path: path, reason: "\(error)")
        }
        guard handle != nil else { throw .disk(path: path, reason: "the copy can't be begun") }
    }

    /// The agent itself needs the disk on which its store is: a copy is not to fill it.
    private static func checkRoom(for path: String) throws(StoreFailure) {
        let files = FileManager.default
        let sizes = [path, path + "-wal"].map {
            (try? files.attributesOfItem(atPath: $0)[.size] as? Int) ?? 0
        }
        let needed = sizes.reduce(0, +)
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let system = try? files.attributesOfFileSystem(forPath: folder)
        guard let free = (system?[.systemFreeSize] as? NSNumber)?.intValue, free < needed + needed / 10 else {
            return
        }
        let (room, size) = (Double(free) / 1_000_000, Double(needed) / 1_000_000)
        throw .disk(
            path: partialPath(of: path),
            reason: String(
                format: "%.1f MB are free, and the copy may take %.1f MB; make room first",
                room,
                size
            )
        )
    }

    deinit { end() }

    /// Copies a little more.
    ///
    /// - Returns: whether all is copied: the copy is at its place then.
    func step() throws(StoreFailure) -> Bool {
        let result = try source.withoutTransaction { _ in
            target.writeWithoutTransaction { _ in sqlite3_backup_step(handle, Self.pagesPerStep) }
        }
        switch result {
        case SQLITE_OK, SQLITE_BUSY, SQLITE_LOCKED: return false
        case SQLITE_DONE:
            end()
            try finish()
            return true
        default:
            end()
            try? target.close()
            StoreFile.remove(partial)
            throw .disk(path: partial, reason: String(cString: sqlite3_errstr(result)))
        }
    }

    private func end() {
        guard let open = handle else { return }
        handle = nil
        _ = try? source.withoutTransaction { _ in
            target.writeWithoutTransaction { _ in sqlite3_backup_finish(open) }
        }
    }

    /// The copy is on the disk before it has its name.
    private func finish() throws(StoreFailure) {
        try? target.close()
        try StoreFile.sync(partial)
        let path = Self.path(of: source.path)
        guard rename(partial, path) == 0 else {
            throw .disk(path: path, reason: String(cString: strerror(errno)))
        }
    }
}
