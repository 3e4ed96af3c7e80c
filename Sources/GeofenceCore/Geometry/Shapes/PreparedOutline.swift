/// The edges of a shape, and what is inside them, prepared for many questions.
final class PreparedOutline: Sendable {
    /// All edges, with the inside to their left.
    let tree: EdgeTree
    /// 2 · area / perimeter in metres.
    let scale: Double
    /// Metres from the edges that belong to the shape: half of a corridor's width, otherwise 0.
    let reach: Double
    /// Which edges are north of a place; nil for a line, which holds nothing.
    let interior: Interior?
    /// All places inside, to the edges.
    let extent: BoundingBox

    init(tree: EdgeTree, scale: Double, reach: Double, interior: Interior?) {
        self.tree = tree
        self.scale = scale
        self.reach = reach
        self.interior = interior
        extent = tree.extent(interior)
    }

    /// Measures how far a place lies outside of the edge, in metres; negative inside, 0 on the edge.
    func signedDistance(to place: GeodesicPoint) -> Double {
        let distance = tree.distance(to: place)
        guard let interior else { return distance - reach }
        guard distance > Self.edge else { return 0 }
        return interior.contains(place, tree) ? -distance : distance
    }

    /// Metres within which a place counts as on the edge: what rounding leaves.
    private static let edge = 1e-6
}
