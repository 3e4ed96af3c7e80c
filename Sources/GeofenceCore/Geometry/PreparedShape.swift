/// A shape prepared for many distances.
enum PreparedShape: Sendable {
    case circle(PreparedCircle, Circle)

    init(_ shape: Shape) {
        switch shape {
        case .circle(let circle): self = .circle(PreparedCircle(circle), circle)
        }
    }

    /// Measures how far a place lies outside of the edge, in metres; negative inside, 0 on the edge.
    func signedDistance(to place: GeodesicPoint) -> Double {
        switch self {
        case .circle(let circle, _): circle.signedDistance(to: place)
        }
    }

    /// Twice the area over the perimeter, in metres: the radius of a circle.
    var scale: Double {
        switch self {
        case .circle(let circle, _): circle.radius
        }
    }

    /// A box of all places within `reach` metres of the shape or in it, a little too large and never too small.
    func box(reach: Double) -> BoundingBox {
        switch self {
        case .circle(_, let circle): circle.box(reach: reach)
        }
    }
}
