import CLibrary
import Foundation

/// Keeps a second agent off the same store, on this host: an advisory lock on a file beside it, let go with
/// the process.
struct StoreLock: ~Copyable {
    private let descriptor: Int32

    /// Milliseconds: a process that was killed holds what it had open until its memory is given back.
    static let patience: Int64 = 1000
    /// Milliseconds between two tries.
    private static let interval: UInt32 = 10

    /// - Parameters:
    ///   - path: the store's file.
    ///   - patience: milliseconds for another holder to end.
    /// - Throws: `StoreFailure.locked`, or `.disk` where the file can't be made.
    init(besides path: String, patience: Int64 = Self.patience) throws(StoreFailure) {
        let lockPath = path + ".lock"
        descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .disk(path: lockPath, reason: String(cString: strerror(errno)))
        }
        // It is closed by deinit, which comes after a throw here too: once is enough.
        let deadline = Clock.uptime + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard Clock.uptime < deadline else { throw .locked(path: path) }
            usleep(Self.interval * 1000)
        }
        // For whoever wants to ask us something; it helps nobody else, so a full disk does no harm.
        let number = Array("\(getpid())\n".utf8)
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, number, number.count, 0) }
    }

    /// Whether an agent has a store.
    ///
    /// - Throws: `StoreFailure.disk` where there is none.
    static func isTaken(_ path: String) throws(StoreFailure) -> Bool {
        guard access(path, F_OK) == 0 else {
            throw .disk(path: path, reason: "there is no store; store.path of --from names it")
        }
        do throws(StoreFailure) {
            _ = try StoreLock(besides: path, patience: 0)
            return false
        } catch {
            guard case .locked = error else { throw error }
            return true
        }
    }

    /// The process that has the store; nil where it can't be known.
    ///
    /// The number alone says nothing: it may be left from an earlier holder, or be that of a process
    /// elsewhere, as in a container. A process is the holder where it has the file open, which `/proc` of
    /// Linux says. On systems without it nobody is known to be: `backup` then wants the agent stopped.
    static func holder(besides path: String) -> pid_t? {
        guard let process = noted(in: path + ".lock"), let lock = FileIdentity(path + ".lock") else {
            return nil
        }
        let folder = "/proc/\(process)/fd"
        let open = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return open.contains { FileIdentity("\(folder)/\($0)") == lock } ? process : nil
    }

    private static func noted(in path: String) -> pid_t? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [CChar](repeating: 0, count: 32)
        guard fgets(&bytes, Int32(bytes.count), file) != nil else { return nil }
        let text = String(characters: bytes.prefix { $0 > 0x20 })
        return pid_t(text).flatMap { $0 > 1 ? $0 : nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
