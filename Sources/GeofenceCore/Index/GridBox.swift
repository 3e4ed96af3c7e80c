/// A bounding box in the fixed-point numbers in which the index compares, half as large as one in degrees.
///
/// Whatever the box holds, this holds too: both are rounded by the same function, which never falls. What
/// lies up to 2 cm outside may seem to be inside.
struct GridBox: Hashable {
    /// Finest rows, counted from the south pole.
    let south, north: UInt32
    /// Finest columns, counted from the antimeridian; `west` is greater than `east` where the box crosses it.
    let west, east: UInt32

    init(_ box: BoundingBox) {
        south = Cell.row(box.south)
        north = Cell.row(box.north)
        let (west, east) = (Cell.column(box.west), Cell.column(box.east))
        // A gap that is smaller than the resolution is none.
        let isRound = box.crossesAntimeridian && west <= east
        self.west = isRound ? 0 : west
        self.east = isRound ? Cell.columns : east
    }

    /// Whether it goes across the antimeridian.
    var crossesAntimeridian: Bool { west > east }

    /// Whether a place is in the box.
    func contains(column: UInt32, row: UInt32) -> Bool {
        row >= south && row <= north && contains(column: column)
    }

    /// Whether any place is in both boxes.
    func overlaps(_ other: GridBox) -> Bool {
        guard south <= other.north, other.south <= north else { return false }
        return contains(column: other.west) || other.contains(column: west)
    }

    private func contains(column: UInt32) -> Bool {
        crossesAntimeridian ? column >= west || column <= east : column >= west && column <= east
    }
}
