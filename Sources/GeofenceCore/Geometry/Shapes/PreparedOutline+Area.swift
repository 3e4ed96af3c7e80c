extension PreparedOutline {
    /// Prepares an area.
    convenience init(_ area: Area) {
        let rings = (try? area.rings()) ?? []
        let outline = Outline(rings: rings)
        let areas = rings.map(\.signedArea)
        let isReversed = zip(rings, areas).map { ring, area in (area < 0) == (ring.name.ring == 1) }
        let square = zip(rings, areas).reduce(0) { $0 + ($1.0.name.ring == 1 ? abs($1.1) : -abs($1.1)) }
        let edges = outline.oriented { isReversed[$0] }
        self.init(edges, caps: outline.caps, square: square)
    }

    /// Prepares a rectangle.
    convenience init(_ rectangle: Rectangle) {
        let outline = Outline(rectangle)
        let height = EllipsoidArea.belt(to: rectangle.north) - EllipsoidArea.belt(to: rectangle.south)
        let edges = outline.oriented { _ in false }
        self.init(edges, caps: outline.caps, square: height * rectangle.width * (.pi / 180))
    }

    /// Prepares a corridor.
    ///
    /// The scale is that of a straight corridor with round ends: 2 (l w + π w² / 4) / (2 l + π w).
    convenience init(_ corridor: Corridor) {
        var edges: [StripEdge] = []
        let cutter = StripCutter(ring: 0, edge: 0)
        for (start, end) in zip(corridor.line, corridor.line.dropFirst()) where start != end {
            cutter.cut(start, end) { edges.append($0) }
        }
        let tree = EdgeTree(edges)
        let (length, width) = (tree.length, corridor.width)
        let square = length * width + .pi * width * width / 4
        let scale = 2 * square / (2 * length + .pi * width)
        self.init(tree: tree, scale: scale, reach: width / 2, interior: nil)
    }

    private convenience init(_ edges: [StripEdge], caps: [StripEdge], square: Double) {
        let tree = EdgeTree(edges)
        let interior = Interior(tree, caps: caps)
        self.init(tree: tree, scale: 2 * square / tree.length, reach: 0, interior: interior)
    }
}
