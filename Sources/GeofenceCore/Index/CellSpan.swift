/// The cells that a box touches, on any level.
struct CellSpan {
    /// The finest columns from west to east; the last one is beyond `Cell.columns` where the box crosses the antimeridian.
    private let west, east: Int
    /// The finest rows.
    private let south, north: Int

    init(_ box: BoundingBox) {
        west = Cell.column(box.west)
        east = Cell.column(box.east) + (box.crossesAntimeridian ? Cell.columns : 0)
        south = Cell.row(box.south)
        north = Cell.row(box.north)
    }

    /// The finest level on which the box touches at most two columns and two rows.
    var level: Int {
        let width = max(east - west, north - south)
        var shift = max(0, Int.bitWidth - width.leadingZeroBitCount - 2)
        while !isSmall(shift) { shift += 1 }
        return Cell.finest - shift
    }

    /// The columns of a level, each once; those beyond the antimeridian are to wrap around.
    func columns(level: Int) -> Range<Int> {
        let shift = Cell.finest - level
        let first = west >> shift
        return first..<min((east >> shift) + 1, first + (1 << level))
    }

    /// The rows of a level.
    func rows(level: Int) -> Range<Int> {
        let shift = Cell.finest - level
        return south >> shift..<(north >> shift) + 1
    }

    /// How many cells of a level the box touches.
    func count(level: Int) -> Int {
        columns(level: level).count * rows(level: level).count
    }

    /// On level 0 everything touches one cell: this ends at the latest there.
    private func isSmall(_ shift: Int) -> Bool {
        shift >= Cell.finest
            || ((east >> shift) - (west >> shift) <= 1 && (north >> shift) - (south >> shift) <= 1)
    }
}
