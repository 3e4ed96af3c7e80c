/// The rows of a table, of which only a piece is in memory at a time.
struct TableStream {
    /// Bytes that have been read.
    private(set) var bytesRead = 0
    private let source: PieceSource
    private let piece: Int
    private var waiting: [UInt8] = []
    /// How it is written; nil until the first line has been read.
    private(set) var dialect: CSVDialect?
    /// The line of the next row.
    private var line = 1
    private var isOpen = true

    /// Reads pieces of about so many bytes.
    init(_ source: PieceSource, piece: Int = TrackStream.piece) {
        (self.source, self.piece) = (source, piece)
    }

    /// Reads the next piece, and calls `body` with each row that is whole, or with what is wrong with one,
    /// and with how the table is written; false at the end.
    ///
    /// - Throws: `FileError` where the file can't be read, or a row is longer than `TrackStream.longestLine`.
    mutating func readPiece(
        _ body: (Result<CSVRow, CSVReader.Problem>, CSVDialect) -> Void
    ) throws(FileError) -> Bool {
        guard isOpen else { return false }
        let before = waiting.count
        // What waits is read again with what comes: twice as much each time.
        isOpen = try source.read(max(piece, before), &waiting)
        bytesRead += waiting.count - before
        waiting.removeFirst(waiting.withUnsafeBytes { read($0, body) })
        guard waiting.count <= TrackStream.longestLine else {
            throw .unfit("has a line of more than \(TrackStream.longestLine) bytes")
        }
        return true
    }

    /// Reads what is whole, and says how many bytes that is.
    private mutating func read(
        _ bytes: UnsafeRawBufferPointer,
        _ body: (Result<CSVRow, CSVReader.Problem>, CSVDialect) -> Void
    ) -> Int {
        guard var reader = reader(bytes), let dialect else { return 0 }
        var row = CSVRow()
        while true {
            let start = reader.at
            line = reader.line
            let result = Result { () throws(CSVReader.Problem) in try reader.next(&row) }
            // What reaches the end may go on behind it.
            if isOpen, reader.at >= bytes.count || reader.isCutOff { return start }
            switch result {
            case .success(false): return bytes.count
            case .success(true): body(.success(row), dialect)
            case .failure(let problem): body(.failure(problem), dialect)
            }
        }
    }

    /// Goes on where it was; nil where the first line is not all there.
    private mutating func reader(_ bytes: UnsafeRawBufferPointer) -> CSVReader? {
        if let dialect { return CSVReader(bytes, separator: dialect.separator, line: line) }
        let dialect = CSVDialect(bytes)
        guard !isOpen || bytes[dialect.start...].contains(0x0A) else { return nil }
        self.dialect = dialect
        return CSVReader(bytes, dialect)
    }
}
