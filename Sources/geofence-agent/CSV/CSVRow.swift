/// The cells of one row, without their quotes, one behind the other in one text.
struct CSVRow {
    /// Where the row begins, from 1.
    private(set) var line = 0
    private(set) var text: [UInt8] = []
    private(set) var cells: [Range<Int>] = []
    private var cellStart = 0

    /// Whether there is nothing in it.
    var isBlank: Bool { cells.count == 1 && text.isEmpty }

    /// The bytes of a cell; none for one that isn't there.
    subscript(_ cell: Int) -> ArraySlice<UInt8> {
        cells.indices.contains(cell) ? text[cells[cell]] : []
    }

    /// Empties it, to be filled with the row that begins in a line.
    mutating func begin(line: Int) {
        self.line = line
        text.removeAll(keepingCapacity: true)
        cells.removeAll(keepingCapacity: true)
        cellStart = 0
    }

    mutating func append(_ byte: UInt8) { text.append(byte) }

    mutating func append(_ bytes: some Collection<UInt8>) { text.append(contentsOf: bytes) }

    /// Ends the cell that was appended to; without the `'` in front that keeps a text from being a formula.
    mutating func endCell() {
        if cellStart < text.count, text[cellStart] == UInt8(ascii: "'"),
            CSVCell.isFormula(text[cellStart...])
        {
            text.remove(at: cellStart)
        }
        cells.append(cellStart..<text.count)
        cellStart = text.count
    }
}
