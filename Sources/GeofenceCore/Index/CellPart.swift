/// The part of a box that lies in one cell, in the cell's own columns and rows: half as large as the box.
///
/// There are 65,536 of either, and no more than the cell has of the finest level. What the box holds of the
/// cell, this holds too: both are rounded by the same function, which never falls. What lies up to a
/// 65,536th of the cell's side outside may seem to be inside.
struct CellPart: Hashable {
    /// Some columns or rows side by side; where a cell goes around the Earth, the first column may be greater
    /// than the last.
    struct Extent: Hashable {
        let first, last: UInt16
    }

    private let west, east, south, north: UInt16

    /// The corner in the south and west of a cell.
    static let corner = CellPart(columns: Extent(first: 0, last: 0), rows: Extent(first: 0, last: 0))
    /// All columns of a cell.
    static let all = Extent(first: 0, last: .max)

    @inline(__always)
    init(columns: Extent, rows: Extent) {
        (west, east, south, north) = (columns.first, columns.last, rows.first, rows.last)
    }

    /// Where a finest column or row stands in the cell of a level that has it.
    @inline(__always)
    static func place(of number: UInt32, level: Int) -> UInt16 {
        let shift = Cell.resolution - level
        return UInt16(truncatingIfNeeded: (number & ((1 << shift) - 1)) >> max(0, shift - UInt16.bitWidth))
    }

    /// Whether a place of the cell is in it.
    @inline(__always)
    func contains(column: UInt16, row: UInt16) -> Bool {
        row >= south && row <= north && contains(column: column)
    }

    /// Whether any place of the cell is in both.
    @inline(__always)
    func overlaps(_ other: CellPart) -> Bool {
        south <= other.north && other.south <= north
            && (contains(column: other.west) || other.contains(column: west))
    }

    /// Counted eastwards from `west`, so that it holds also across the antimeridian.
    @inline(__always)
    private func contains(column: UInt16) -> Bool { column &- west <= east &- west }
}
