internal import CLibrary

/// A file without a name, for what can only be read from a file; it goes with the value.
struct ScratchFile: ~Copyable {
    private let stream: UnsafeMutablePointer<FILE>

    init(_ bytes: [UInt8]) throws(Finding) {
        stream = try Self.made(bytes)
    }

    /// What to open it by.
    var path: String { "/proc/self/fd/\(fileno(stream))" }

    private static func made(_ bytes: [UInt8]) throws(Finding) -> UnsafeMutablePointer<FILE> {
        guard let stream = tmpfile() else { throw Finding("no temporary file: \(errno)") }
        let count = pwrite(fileno(stream), bytes, bytes.count, 0)
        try require(count == bytes.count, "a temporary file takes \(count) bytes: \(errno)")
        return stream
    }

    deinit { fclose(stream) }
}
