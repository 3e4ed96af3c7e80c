/// A shape prepared for many questions.
enum PreparedShape: Sendable {
    case circle(PreparedCircle)
    case outline(PreparedOutline)

    /// - Complexity: O(n log n) for n positions.
    init(_ shape: Shape) {
        switch shape {
        case .circle(let circle): self = .circle(PreparedCircle(circle))
        case .area(let area): self = .outline(PreparedOutline(area))
        case .corridor(let corridor): self = .outline(PreparedOutline(corridor))
        case .rectangle(let rectangle): self = .outline(PreparedOutline(rectangle))
        }
    }

    /// Measures how far a place lies outside of the edge, in metres; negative inside, 0 on the edge.
    ///
    /// Edges are straight in longitude and latitude. Within 1 cm or a millionth of the true way along the
    /// ellipsoid.
    func signedDistance(to place: GeodesicPoint) -> Double {
        switch self {
        case .circle(let circle): circle.signedDistance(to: place)
        case .outline(let outline): outline.signedDistance(to: place)
        }
    }

    /// How large the shape is across, 2 · area / perimeter in metres; of a circle its radius.
    ///
    /// Of a corridor that of a straight one with round ends, 2 (l w + π w² / 4) / (2 l + π w), nearly its
    /// width.
    var scale: Double {
        switch self {
        case .circle(let circle): circle.radius
        case .outline(let outline): outline.scale
        }
    }

    /// A box of all places in the shape or within `reach` metres of it, a little too large and never too
    /// small.
    func box(reach: Double) -> BoundingBox {
        switch self {
        case .circle(let circle): circle.box(reach: reach)
        case .outline(let outline): outline.extent.grown(metres: reach + outline.reach)
        }
    }
}

extension PreparedShape {
    /// Hands out the edges that come within some metres of a place, for sums over the shape near it.
    ///
    /// Of an area or a rectangle all edges, with the inside to the left; of a corridor its line; of a circle
    /// nothing. In metres east and north of the place, right to a millimetre up to 5 km and to a
    /// ten-thousandth of `metres`. Where edges overlap on the antimeridian there is none.
    func edges(within metres: Double, of place: GeodesicPoint, _ body: (PlaneEdge) -> Void) {
        guard case .outline(let outline) = self else { return }
        outline.tree.forEachEdge(within: metres, of: place, body)
    }
}
