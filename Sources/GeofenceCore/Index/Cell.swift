/// A square of the grid in which boxes are looked up.
///
/// Level 0 is a single cell of 360°; each level halves the side, down to level 24 with cells of 2.4 m on the equator. Columns count
/// eastwards from the antimeridian and wrap around; rows count northwards from the south pole.
struct Cell {
    /// The smallest cells.
    static let finest = 24
    /// Finest columns around the Earth.
    static let columns = 1 << finest

    /// Where a longitude lies among the finest columns: 0 to `columns`, never less for a greater longitude.
    static func column(_ longitude: Double) -> Int {
        Int((longitude + 180) * (Double(columns) / 360))
    }

    /// Where a latitude lies among the finest rows: 0 to half of `columns`, never less for a greater latitude.
    static func row(_ latitude: Double) -> Int {
        Int((latitude + 90) * (Double(columns) / 360))
    }

    /// The name of a cell, unlike that of any other.
    ///
    /// The column and row are counted on the level of the cell; a column beyond the antimeridian wraps around.
    static func key(level: Int, column: Int, row: Int) -> UInt64 {
        let wrapped = column & ((1 << level) - 1)
        return UInt64(truncatingIfNeeded: level << 56 | row << 28 | wrapped)
    }
}
