import GeofenceCore

/// The entries of a track, one after the other, of which only a piece is in memory at a time.
///
/// A line or a row that can't be used is reported, and the others count.
struct TrackStream {
    /// Bytes that are read at once.
    static let piece = 1 << 20
    /// Bytes of one line or row.
    static let longestLine = 64 << 20

    /// What is wrong with the lines so far, until somebody removes it.
    private(set) var problems: [TrackProblem] = []
    /// Bytes that have been read.
    private(set) var bytesRead = 0
    /// Bytes of the file; nil where nobody knows.
    let size: Int?
    private let source: PieceSource
    private let pieceSize: Int
    private var waiting: [UInt8] = []
    private var parser: (any TrackPieceReader)?
    private var importer: TrackImporter
    private var entries: [TrackEntry] = []
    private var at = 0
    private var isOpen = true

    /// Opens a file, `-` for standard input in JSON lines.
    ///
    /// One that can't be opened has no entries, and that is reported. `name` stands for it in reports, and
    /// names the device and the format.
    init(file: String, latest: Timestamp? = nil, called name: String? = nil) {
        do throws(FileError) {
            self.init(try PieceSource(file: file), file: name ?? file, latest: latest)
        } catch {
            self.init([])
            problems = [TrackProblem(file: file, line: 0, reason: "\(error)")]
        }
    }

    /// Reads the bytes of a file in pieces of that size.
    init(_ bytes: [UInt8], file: String, latest: Timestamp? = nil, piece: Int = piece) {
        self.init(PieceSource(bytes), file: file, latest: latest, piece: piece)
    }

    /// Entries that are at hand.
    init(_ entries: [TrackEntry]) {
        self.init(PieceSource(size: nil) { _, _ in false }, file: "")
        self.entries = entries
        isOpen = false
    }

    /// Reads a file from wherever its bytes come; its name tells the format.
    init(_ source: PieceSource, file: String, latest: Timestamp? = nil, piece: Int = piece) {
        importer = TrackImporter(file: file, latest: latest)
        (self.source, size, pieceSize) = (source, source.size, piece)
    }

    /// How many stamps were 1,024 weeks off and put right.
    var rolledOver: Int { importer.rolledOver }

    /// What was wrong with lines since it was asked for last.
    mutating func removeProblems() -> [TrackProblem] {
        guard !problems.isEmpty else { return [] }
        defer { problems = [] }
        return problems
    }

    /// The next entry, which stays.
    mutating func peek() -> TrackEntry? {
        while at == entries.count {
            guard isOpen else { return nil }
            readPiece()
        }
        return entries[at]
    }

    /// The next entry.
    mutating func next() -> TrackEntry? {
        guard let entry = peek() else { return nil }
        at += 1
        return entry
    }

    /// The entries of the next piece, maybe none; nil at the end.
    mutating func nextPiece() -> ArraySlice<TrackEntry>? {
        if at == entries.count {
            guard isOpen else { return nil }
            readPiece()
        }
        defer { at = entries.count }
        return entries[at...]
    }

    private mutating func readPiece() {
        let before = waiting.count
        do throws(FileError) {
            // What waits is read again with what comes: twice as much each time, so that it costs no more
            // than twice its length.
            isOpen = try source.read(max(pieceSize, waiting.count), &waiting)
        } catch {
            importer.report("\(error)")
            isOpen = false
        }
        bytesRead += waiting.count - before
        parse(isLast: !isOpen)
        let found = importer.removeAll()
        entries = found.entries
        problems += found.problems
        at = 0
    }

    private mutating func parse(isLast: Bool) {
        if parser == nil {
            guard isLast || waiting.count >= 2 else { return }
            parser = TrackFormat.reader(waiting, &importer)
        }
        let used = waiting.withUnsafeBytes { parser?.read($0, isLast: isLast, into: &importer) ?? nil }
        guard let used else { return close() }
        waiting.removeFirst(used)
        guard waiting.count <= Self.longestLine else {
            importer.report("has a line of more than \(Self.longestLine) bytes")
            return close()
        }
    }

    private mutating func close() {
        isOpen = false
        waiting = []
    }
}
