@testable import GeofenceCore

/// What a box holds, as plainly as can be.
extension GridBox {
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
