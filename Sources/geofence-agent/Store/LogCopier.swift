import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// Copies what SQLite has logged into the file of a store, on a thread of its own: that waits for the disk,
/// which may take seconds where much has gathered, and the loop would read nothing meanwhile.
///
/// The log begins anew only where all of it is in the file. What comes while it is copied is not: above a
/// size, and once little is left to copy, whoever writes does that. What is little grows with the log.
final class LogCopier: Sendable {
    /// Who copies next.
    enum Turn: Hashable {
        case nobody, thread, writer
    }

    /// How far it has come.
    struct Progress {
        /// Pages of the log that are in the file.
        private var copied: Int32 = 0
        /// Pages that the log had last.
        private var logged: Int32 = 0
        /// Whether the thread is copying.
        private(set) var isBusy = false

        /// Pages that are worth copying: 4 MiB, as SQLite has it where nothing else is said.
        ///
        /// To copy is to wait for the disk twice, and a page that was logged often is copied once.
        static let worthCopying: Int32 = 1000
        /// Pages above which the log is to begin anew: 16 MiB.
        static let long: Int32 = 1 << 12
        /// Pages of a log that is far too long: 1 GiB.
        static let farTooLong: Int32 = 1 << 18

        /// Pages below which whoever writes copies the rest of a long log: a quarter of those that it has
        /// above `long`, 256 KiB at least and 8 MiB at most.
        static func few(of pages: Int32) -> Int32 { min(max(1 << 6, (pages - long) / 4), 1 << 11) }

        /// A commit has brought the log to so many pages.
        mutating func logged(_ pages: Int32) -> Turn {
            if pages < logged { copied = 0 }
            logged = pages
            // Where the thread is at it after all, SQLite refuses.
            guard pages < Self.farTooLong else { return .writer }
            guard !isBusy else { return .nobody }
            let rest = pages - copied
            if pages >= Self.long, rest < Self.few(of: pages) { return .writer }
            guard pages >= Self.long || rest >= Self.worthCopying else { return .nobody }
            isBusy = true
            return .thread
        }

        /// The thread has copied so much of the log; nil: it could not.
        mutating func didCopy(upTo pages: Int32?) {
            isBusy = false
            if let pages, pages <= logged { copied = pages }
        }
    }

    private let progress = Mutex(Progress())
    private let queue: DatabaseQueue

    /// Opens the file of a store, beside the store itself.
    init(path: String) throws {
        var configuration = GRDB.Configuration()
        configuration.busyMode = .immediateError
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// A commit has brought the log to so many pages; says whether whoever writes is to copy it.
    func logged(_ pages: Int32) -> Bool {
        switch progress.withLock({ $0.logged(pages) }) {
        case .nobody: return false
        case .writer: return true
        case .thread:
            Thread.detachNewThread { [self] in copy() }
            return false
        }
    }

    private func copy() {
        // What fails here fails for whoever writes, too, who says so.
        let pages: Int32? = try? queue.writeWithoutTransaction { db in
            // It may have been closed before the thread came to run; GRDB would not look.
            guard db.sqliteConnection != nil else { return nil }
            return Int32(clamping: try db.checkpoint(.passive).checkpointedFrameCount)
        }
        progress.withLock { $0.didCopy(upTo: pages) }
    }

    /// Waits for the thread, and closes the file.
    func close() { try? queue.close() }
}

extension LogCopier {
    /// Has SQLite tell of each commit of a connection, instead of copying the log itself.
    ///
    /// To be closed before the connection is, and to live as long.
    func watch(_ db: Database) {
        let own = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_wal_hook(
            db.sqliteConnection,
            { own, connection, name, pages in
                guard let own, Unmanaged<LogCopier>.fromOpaque(own).takeUnretainedValue().logged(pages) else {
                    return SQLITE_OK
                }
                // Where the thread is at it just now, the next commit comes to it.
                sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
                return SQLITE_OK
            },
            own
        )
    }
}
