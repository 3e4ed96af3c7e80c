import Glibc

/// Keeps a second agent off the same store, on this host: an advisory lock on a file beside it, let go with
/// the process.
struct StoreLock: ~Copyable {
    private let descriptor: Int32

    /// - Throws: `StoreFailure.locked`, or `.disk` where the file can't be made.
    init(besides path: String) throws(StoreFailure) {
        let lockPath = path + ".lock"
        descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .disk(path: lockPath, reason: String(cString: strerror(errno)))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw .locked(path: path)
        }
    }

    deinit { close(descriptor) }
}
