/// Finds the fences around a place; looks at all of them for now.
struct FenceIndex {
    private var slots: Set<Int32> = []

    mutating func insert(_ slot: Int32, box: BoundingBox) { slots.insert(slot) }

    mutating func remove(_ slot: Int32, box: BoundingBox) { slots.remove(slot) }

    /// Appends the fences whose box holds the place.
    func candidates(at place: Coordinate, into found: inout [Int32]) { found.append(contentsOf: slots) }

    /// Appends the fences whose box comes within some metres of the place.
    func candidates(within metres: Double, of place: Coordinate, into found: inout [Int32]) {
        found.append(contentsOf: slots)
    }
}

/// A part of the Earth that holds a fence; all of it for now.
struct BoundingBox {}

extension Circle {
    /// The box of all places within the radius and `reach` metres more.
    func box(reach: Double) -> BoundingBox { BoundingBox() }
}
