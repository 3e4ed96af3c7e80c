internal import CLibrary

/// A file or a pipe that is read piece by piece.
final class FilePieces {
    /// Bytes of the whole; nil for what is no regular file, such as a pipe.
    let size: Int?
    private let file: Int32

    /// Opens a file.
    ///
    /// - Throws: `FileError` with the system's reason.
    init(path: String) throws(FileError) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .system(errno) }
        var information = stat()
        guard fstat(file, &information) == 0 else {
            defer { close(file) }
            throw .system(errno)
        }
        self.file = file
        size = information.st_mode & S_IFMT == S_IFREG ? Int(information.st_size) : nil
    }

    deinit { close(file) }

    /// Appends the next bytes, at most so many; false at the end.
    func read(_ most: Int, onto bytes: inout [UInt8]) throws(FileError) -> Bool {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: most))
        var count = -1
        var reason: Int32 = 0
        repeat {
            count = bytes.withUnsafeMutableBytes { buffer in
                buffer.baseAddress.map { CLibrary.read(file, $0 + start, most) } ?? 0
            }
            reason = errno
        } while count < 0 && reason == EINTR
        bytes.removeLast(most - max(0, count))
        guard count >= 0 else { throw .system(reason) }
        return count > 0
    }
}
