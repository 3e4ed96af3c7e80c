/// Where the bytes of a file come from, piece by piece.
struct PieceSource {
    /// Bytes of the whole; nil where nobody knows, as of a pipe.
    let size: Int?
    /// Appends about so many bytes; false at the end.
    let read: (Int, inout [UInt8]) throws(FileError) -> Bool

    /// Bytes from wherever they come.
    init(size: Int?, _ read: @escaping (Int, inout [UInt8]) throws(FileError) -> Bool) {
        (self.size, self.read) = (size, read)
    }

    /// Opens a file, `-` for standard input.
    ///
    /// - Throws: `FileError` with the system's reason.
    init(file: String) throws(FileError) {
        let pieces = try FilePieces(path: file == "-" ? "/dev/stdin" : file)
        self.init(size: pieces.size) { count, bytes throws(FileError) in
            try pieces.read(count, onto: &bytes)
        }
    }

    /// Bytes that are at hand.
    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        self.init(size: bytes.count) { count, bytes in
            bytes += rest.prefix(count)
            rest = rest.dropFirst(count)
            return !rest.isEmpty
        }
    }

    /// The same with bytes in front that were read from it already; `isOpen` says whether there may be more.
    func preceded(by start: [UInt8], isOpen: Bool) -> PieceSource {
        var start: [UInt8]? = start
        return PieceSource(size: size) { count, bytes throws(FileError) in
            if let first = start {
                start = nil
                bytes += first
                return isOpen
            }
            return try read(count, &bytes)
        }
    }
}
