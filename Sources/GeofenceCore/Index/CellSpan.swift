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

    /// The rows of a level.
    func rows(level: Int) -> Range<Int> {
        let shift = Cell.resolution - level
        return south >> shift..<(north >> shift) + 1
    }

    /// How many cells of a level the box touches.
    func count(level: Int) -> Int {
        columns(level: level).count * rows(level: level).count
    }
}
