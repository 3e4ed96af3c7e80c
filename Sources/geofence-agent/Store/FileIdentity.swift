import Glibc

/// Which file a path leads to.
struct FileIdentity: Hashable {
    private let device: UInt
    private let number: UInt

    /// Nil where there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
    }
}
