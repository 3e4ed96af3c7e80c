/// Reads a table of separated values row by row (RFC 4180): quoted cells may hold separators, line feeds, and
/// quotes as `""`.
///
/// More than the RFC: separators of one's choice, line feeds without carriage return, blanks around cells, a
/// quote within a plain cell.
struct CSVReader {
    /// A row that can't be read: where it begins, and why.
    struct Problem: Error, Hashable {
        let line: Int
        let reason: String
    }

    /// Bytes of a quoted cell; more is a quote that was never closed.
    static let maximumCell = 65_536

    private let bytes: UnsafeRawBufferPointer
    private let separator: UInt8
    /// Where it goes on.
    private(set) var at: Int
    /// The line there.
    private(set) var line: Int
    /// Whether the last row that can't be read may go on behind the end of the text.
    private(set) var isCutOff = false

    /// Begins at an offset, which is in the line of that number.
    init(_ bytes: UnsafeRawBufferPointer, _ dialect: CSVDialect) {
        self.init(bytes, separator: dialect.separator, at: dialect.start, line: dialect.line)
    }

    init(_ bytes: UnsafeRawBufferPointer, separator: UInt8, at offset: Int = 0, line: Int = 1) {
        self.bytes = bytes
        self.separator = separator
        (self.at, self.line) = (offset, line)
    }

    /// Reads the next row that isn't blank; false at the end.
    ///
    /// - Throws: what is wrong with the row; reading goes on behind its first line.
    mutating func next(_ row: inout CSVRow) throws(Problem) -> Bool {
        repeat {
            guard at < bytes.count else { return false }
            row.begin(line: line)
            try readCells(into: &row)
        } while row.isBlank
        return true
    }

    private mutating func readCells(into row: inout CSVRow) throws(Problem) {
        let start = at
        var isOpen = true
        while isOpen {
            skipBlanks()
            if peek == UInt8(ascii: "\"") {
                guard readQuoted(into: &row) else {
                    isCutOff = at >= bytes.count
                    throw skip(start, row.line, "has a quote that is never closed")
                }
                skipBlanks()
                guard endsCell else { throw skip(start, row.line, "has text behind a quoted cell") }
            } else {
                readPlain(into: &row)
            }
            row.endCell()
            isOpen = peek == separator
            if isOpen { at += 1 }
        }
        if peek == 0x0D { at += 1 }
        if peek == 0x0A { at += 1 }
        line += 1
    }

    /// False where the cell has no end.
    private mutating func readQuoted(into row: inout CSVRow) -> Bool {
        at += 1
        let start = at
        while let byte = peek, at - start <= Self.maximumCell {
            at += 1
            if byte == UInt8(ascii: "\"") {
                guard peek == UInt8(ascii: "\"") else { return true }
                at += 1
            }
            if byte == 0x0A { line += 1 }
            row.append(byte)
        }
        return false
    }

    private mutating func readPlain(into row: inout CSVRow) {
        let start = at
        while !endsCell { at += 1 }
        var end = at
        while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        row.append(bytes[start..<end])
    }

    /// Goes on behind the row's first line.
    private mutating func skip(_ start: Int, _ first: Int, _ reason: String) -> Problem {
        at = (bytes[start...].firstIndex(of: 0x0A) ?? bytes.count - 1) + 1
        line = first + 1
        return Problem(line: first, reason: reason)
    }

    private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    /// Whether the cell is at its end: a separator, the end of the line or of the text.
    private var endsCell: Bool {
        guard let byte = peek else { return true }
        return byte == separator || byte == 0x0A
            || byte == 0x0D && (at + 1 == bytes.count || bytes[at + 1] == 0x0A)
    }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x09, byte != separator { at += 1 }
    }
}
