internal import Glibc

/// The bytes of a file, and who may read them.
struct FileContents {
    /// The bytes.
    let bytes: [UInt8]
    /// Whether every user of the machine may read the file.
    let isReadableByAll: Bool

    /// Most bytes that a file may have.
    static let maximumBytes = 64 << 20

    /// Reads a file, or a pipe to its end.
    ///
    /// - Throws: `FileError` with the system's reason.
    init(path: String) throws(FileError) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .system(errno) }
        defer { close(file) }
        var information = stat()
        guard fstat(file, &information) == 0 else { throw .system(errno) }
        isReadableByAll = information.st_mode & S_IROTH != 0
        bytes = try Self.read(file)
    }

    /// Whether a file or folder of this name exists.
    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    private static func read(_ file: Int32) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system(errno) }
            bytes += buffer[..<count]
            guard bytes.count <= maximumBytes else { throw .tooLarge }
        }
    }
}

/// Why a file can't be read.
enum FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system's error number.
    case system(Int32)
    /// More than `FileContents.maximumBytes`.
    case tooLarge

    var description: String {
        switch self {
        case .system(ENOENT): "no such file"
        case .system(EISDIR): "is a folder, not a file"
        case .system(EACCES): "this user may not read it"
        case .system(let number): "can't be read: " + String(cString: strerror(number))
        case .tooLarge: "has more than \(FileContents.maximumBytes) bytes"
        }
    }
}
