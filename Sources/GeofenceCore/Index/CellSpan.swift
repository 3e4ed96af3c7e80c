/// The cells that a box touches, on any level.
struct CellSpan {
    /// The columns from west to east; the last one is beyond `Cell.columns` where the box crosses the
    /// antimeridian.
    private let west, east: Int
    private let south, north: Int

    init(_ box: GridBox) {
        west = Int(box.west)
        east = Int(box.east) + (box.crossesAntimeridian ? Int(Cell.columns) : 0)
        south = Int(box.south)
        north = Int(box.north)
    }

    /// The finest level with an even number whose cells are no smaller than the box, which so touches at most
    /// 2 × 2 of them.
    ///
    /// The size alone decides, and every other level is left out: few levels are in use, so few cells have to
    /// be looked up for a place, and that costs more than some more boxes in each.
    var level: Int {
        let size = max(east - west, north - south, 1 << (Cell.resolution - Cell.finest))
        let level = Cell.resolution - (Int.bitWidth - (size - 1).leadingZeroBitCount)
        return max(0, level & ~1)
    }

    /// The columns of a level, each once; those beyond the antimeridian are to wrap around.
    func columns(level: Int) -> Range<Int> {
        let shift = Cell.resolution - level
        let first = west >> shift
        return first..<min((east >> shift) + 1, first + (1 << level))
    }

    /// A column of a level from 0 up, counted as `columns` counts it; nil where it is none of them.
    func column(_ column: Int, level: Int) -> Int? {
        let columns = columns(level: level)
        if columns.contains(column) { return column }
        let beyond = column + 1 << level
        return columns.contains(beyond) ? beyond : nil
    }

    /// The rows of a level.
    func rows(level: Int) -> Range<Int> {
        let shift = Cell.resolution - level
        return south >> shift..<(north >> shift) + 1
    }

    /// What lies of the box in one of those cells.
    ///
    /// All columns where the box touches each of several cells around the Earth: it may touch one of them
    /// from both sides.
    func part(level: Int, column: Int, row: Int) -> CellPart {
        part(level: level, column: column, row: row, isRound: columns(level: level).count == 1 << level)
    }

    /// The same where it is known whether the box touches all columns of the level.
    @inline(__always)
    func part(level: Int, column: Int, row: Int, isRound: Bool) -> CellPart {
        let rows = Self.part(from: south, to: north, row, level)
        if isRound { return level == 0 ? partOfAll(rows) : CellPart(columns: CellPart.all, rows: rows) }
        return CellPart(columns: Self.part(from: west, to: east, column, level), rows: rows)
    }

    /// The part in the cell that is the whole Earth.
    private func partOfAll(_ rows: CellPart.Extent) -> CellPart {
        let shift = Cell.resolution - UInt16.bitWidth
        guard (east >> shift) - (west >> shift) < Int(UInt16.max) else {
            return CellPart(columns: CellPart.all, rows: rows)
        }
        // Across the antimeridian the first is greater than the last.
        return CellPart(
            columns: CellPart.Extent(
                first: CellPart.place(of: UInt32(truncatingIfNeeded: west), level: 0),
                last: CellPart.place(of: UInt32(truncatingIfNeeded: east), level: 0)
            ),
            rows: rows
        )
    }

    /// What lies of some finest columns or rows in a column or row of a level.
    @inline(__always)
    private static func part(from first: Int, to last: Int, _ number: Int, _ level: Int) -> CellPart.Extent {
        let shift = Cell.resolution - level
        let (start, end) = (number &<< shift, (number &+ 1) &<< shift &- 1)
        func place(_ number: Int) -> UInt16 {
            CellPart.place(of: UInt32(truncatingIfNeeded: number &- start), level: level)
        }
        return CellPart.Extent(first: place(max(first, start)), last: place(min(last, end)))
    }

    /// Whether the index finds the box at a place.
    func isFound(at place: Coordinate) -> Bool {
        let level = level
        let shift = Cell.resolution - level
        let (column, row) = (Cell.column(place.longitude), Cell.row(place.latitude))
        let cellRow = Int(row) >> shift
        guard rows(level: level).contains(cellRow),
            let cellColumn = self.column((Int(column) >> shift) & (1 << level - 1), level: level)
        else { return false }
        return part(level: level, column: cellColumn, row: cellRow).contains(
            column: CellPart.place(of: column, level: level),
            row: CellPart.place(of: row, level: level)
        )
    }

    /// How many cells of a level the box touches.
    func count(level: Int) -> Int {
        columns(level: level).count * rows(level: level).count
    }
}
