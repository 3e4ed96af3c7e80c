import CLibrary
import Foundation
import GRDB

/// A file that is, or is to be, a store which nobody has open.
enum StoreFile {
    /// What is put behind the path of a store for one that is about to take its place.
    static let newcomer = ".new"
    /// The same of one that is whole, and holds what could be read of a damaged one.
    static let salvaged = ".salvaged"

    /// Removes what a copy, or a way back, has left that did not come to its end; whoever asks has the store.
    ///
    /// It holds positions, also of devices that are forgotten.
    static func removeRemains(besides store: String) {
        for partial in [StoreCopy.partialPath(of: store), store + newcomer, store + salvaged] {
            remove(partial)
        }
    }

    /// Gives a salvaged store its name, where its process was killed before that: the damaged one is moved
    /// aside then, or its log alone is left.
    static func adoptSalvaged(at path: String) throws(StoreFailure) {
        let new = path + salvaged
        guard access(path, F_OK) != 0, access(new, F_OK) == 0 else { return }
        let lock = try StoreLock(besides: path)
        // Another may have done it meanwhile.
        guard access(path, F_OK) != 0 else { return }
        for companion in ["-wal", "-shm"] { _ = unlink(path + companion) }
        guard rename(new, path) == 0 else {
            throw .disk(path: path, reason: String(cString: strerror(errno)))
        }
        withExtendedLifetime(lock) {}
    }

    /// Removes a file of SQLite, with what lies beside it.
    static func remove(_ path: String) {
        for companion in ["", "-journal", "-wal", "-shm"] { _ = unlink(path + companion) }
    }

    /// Has the disk take all of a file.
    static func sync(_ path: String) throws(StoreFailure) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { if file >= 0 { close(file) } }
        guard file >= 0, fsync(file) == 0 else {
            throw .disk(path: path, reason: String(cString: strerror(errno)))
        }
    }

    /// Gives a whole store its name, and to the owner of what was there, or of the folder; neither path is a
    /// link.
    static func put(_ new: String, at path: String) throws(StoreFailure) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let owner = FileIdentity.owner(of: path) ?? FileIdentity.owner(of: folder)
        _ = chmod(new, 0o600)
        if let owner { _ = chown(new, owner.user, owner.group) }
        try sync(new)
        for companion in ["-wal", "-shm"] { _ = unlink(path + companion) }
        guard rename(new, path) == 0 else {
            throw .disk(path: path, reason: String(cString: strerror(errno)))
        }
    }

    /// Where a path leads to, behind all links; itself where there is nothing.
    static func target(of path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Looks whether a file is a whole store that this program reads.
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
