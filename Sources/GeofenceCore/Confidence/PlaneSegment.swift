/// A straight line between two places of a plane.
struct PlaneSegment {
    let start, end: (x: Double, y: Double)
    /// How long it is.
    let length: Double
    /// Its direction as a vector of length 1; eastwards where it has no length.
    let direction: (x: Double, y: Double)

    init(start: (x: Double, y: Double), end: (x: Double, y: Double)) {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = (dx * dx + dy * dy).squareRoot()
        self.start = start
        self.end = end
        self.length = length
        direction = length > 0 ? (dx / length, dy / length) : (1, 0)
    }

    /// How far its line passes by the origin, positive where the origin is on its left.
    var offset: Double { start.x * direction.y - start.y * direction.x }

    /// Where along its line it begins, from the foot of the origin.
    var first: Double { start.x * direction.x + start.y * direction.y }

    /// How far it is from the origin.
    var distance: Double {
        let aside = first > 0 ? first : min(0, first + length)
        return (offset * offset + aside * aside).squareRoot()
    }
}
