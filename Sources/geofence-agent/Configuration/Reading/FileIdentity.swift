import CLibrary

/// Which file a path leads to.
struct FileIdentity: Hashable {
    private let device: UInt
    private let number: UInt

    /// Nil where there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, number) = (UInt(truncatingIfNeeded: status.st_dev), UInt(status.st_ino))
    }

    /// Bytes of a file; nil where there is none.
    static func size(of path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }

    /// Whose a file, or a folder, is; nil where there is none.
    static func owner(of path: String) -> (user: uid_t, group: gid_t)? {
        var status = stat()
        return stat(path, &status) == 0 ? (status.st_uid, status.st_gid) : nil
    }
}
