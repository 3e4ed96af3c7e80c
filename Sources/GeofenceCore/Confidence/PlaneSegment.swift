internal import Glibc

/// A straight line between two places of a plane.
struct PlaneSegment {
    let start, end: (x: Double, y: Double)

    /// How long it is.
    var length: Double { hypot(end.x - start.x, end.y - start.y) }

    /// Its direction as a vector of length 1; eastwards where it has no length.
    var direction: (x: Double, y: Double) {
        let length = self.length
        return length > 0 ? ((end.x - start.x) / length, (end.y - start.y) / length) : (1, 0)
    }

    /// How far it is from the origin.
    var distance: Double {
        let (length, direction) = (self.length, self.direction)
        let along = -(start.x * direction.x + start.y * direction.y)
        let nearest = min(max(along, 0), length)
        return hypot(start.x + nearest * direction.x, start.y + nearest * direction.y)
    }
}
