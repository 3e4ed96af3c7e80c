internal import CLibrary

/// The bytes of a file, and who may read them.
struct FileContents {
    /// The bytes.
    let bytes: [UInt8]
    /// The user that the file belongs to.
    let owner: UInt32
    /// The nine permissions; none for what is no regular file, such as a pipe.
    let permissions: UInt32

    /// Most bytes that a file may have.
    static let maximumBytes = 64 << 20
    /// Most bytes of a file of fences, points or history, which is read as a whole: 1 GiB.
    static let longestDocument = 1 << 30

    /// Reads a file, or a pipe to its end.
    ///
    /// - Throws: `FileError` with the system's reason.
    init(path: String, upTo maximum: Int = maximumBytes) throws(FileError) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .system(errno) }
        defer { close(file) }
        var information = stat()
        guard fstat(file, &information) == 0 else { throw .system(errno) }
        owner = information.st_uid
        permissions = information.st_mode & S_IFMT == S_IFREG ? UInt32(information.st_mode & 0o777) : 0
        bytes = try Self.read(file, size: Int(information.st_size), upTo: maximum)
    }

    /// Refuses a file with a secret that others than the agent may read or change.
    ///
    /// Nobody but its owner, who is the agent's user or root; the group may read a file of root's, since
    /// there is no other way for an agent that is not root to read it.
    /// - Throws: `FileError.exposed`, `FileError.foreign`.
    func checkSecrecy() throws(FileError) {
        guard owner == 0 || owner == geteuid() else { throw .foreign(owner: owner) }
        guard permissions & (owner == 0 ? 0o037 : 0o077) == 0 else {
            throw .exposed(permissions: permissions)
        }
    }

    /// Whether the bytes have a text among them.
    func hasText(_ text: String) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(text)
    }

    /// Whether a file or folder of this name exists.
    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    private static func read(_ file: Int32, size: Int, upTo maximum: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(max(0, size), maximum))
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = CLibrary.read(file, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system(errno) }
            bytes += buffer[..<count]
            guard bytes.count <= maximum else { throw .tooLarge(limit: maximum) }
        }
    }
}

/// Why a file can't be read, or must not be.
enum FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system's error number.
    case system(Int32)
    /// More bytes than may be.
    case tooLarge(limit: Int)
    /// A secret that others may read or change.
    case exposed(permissions: UInt32)
    /// A secret that is another user's, who may change it.
    case foreign(owner: UInt32)
    /// The bytes are not what is needed.
    case unfit(String)

    var description: String {
        switch self {
        case .system(ENOENT): "no such file"
        case .system(EISDIR): "is a folder, not a file"
        case .system(EACCES): "this user may not read it"
        case .system(let number): "can't be read: " + String(cString: strerror(number))
        case .tooLarge(let limit): "has more than \(limit) bytes"
        case .exposed(let permissions):
            "others may read or change it (mode \(String(permissions, radix: 8))); chmod 600 it"
        case .foreign(let owner):
            "belongs to another user (\(owner)); chown it to the user of the agent, and chmod 600 it"
        case .unfit(let what): what
        }
    }
}
