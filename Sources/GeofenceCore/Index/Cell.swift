/// A square of the grid in which boxes are looked up.
///
/// Level 0 is a single cell of 360°; each level halves the side, down to level 24 with cells of 2.4 m on the
/// equator. Columns count eastwards from the antimeridian and wrap around; rows count northwards from the
/// south pole. Places are counted in the columns and rows of level 31, 1.9 cm on the equator.
struct Cell {
    /// The level of the smallest cells.
    static let finest = 24
    /// A cell of this level or a finer one says whether finer ones in it have entries: 611 m on the equator.
    ///
    /// Around a device there are a few cells of this level and of each coarser one, and very many of each
    /// finer one.
    static let pivot = 16
    /// The level in whose columns and rows places are counted.
    static let resolution = 31
    /// Columns around the Earth on that level.
    static let columns: UInt32 = 1 << 31

    /// Where a longitude lies among the columns: 0 to `columns`, never less for a greater longitude.
    static func column(_ longitude: Double) -> UInt32 {
        UInt32((longitude + 180) * (Double(columns) / 360))
    }

    /// Where a latitude lies among the rows: 0 to half of `columns`, never less for a greater latitude.
    static func row(_ latitude: Double) -> UInt32 {
        UInt32((latitude + 90) * (Double(columns) / 360))
    }

    /// The name of a cell, unlike that of any other.
    ///
    /// The column and row are counted on the level of the cell; a column beyond the antimeridian wraps
    /// around.
    static func key(level: Int, column: Int, row: Int) -> UInt64 {
        let wrapped = column & ((1 << level) - 1)
        return UInt64(truncatingIfNeeded: level << 56 | row << 28 | wrapped)
    }

    /// The cell that has a name; the column is less than there are on the level.
    static func position(of key: UInt64) -> (level: Int, column: Int, row: Int) {
        (Int(key >> 56), Int(key & (1 << 28 - 1)), Int(key >> 28 & (1 << 28 - 1)))
    }
}
