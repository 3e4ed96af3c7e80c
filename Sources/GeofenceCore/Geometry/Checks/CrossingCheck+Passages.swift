extension CrossingCheck {
    /// One way of a line through a point: the corner of its ring, or the edge that goes through.
    private enum Passage: Hashable {
        case corner(ring: Int32, Int32)
        case along(Int32)
    }

    /// Checks that of all lines that meet in a point no two change sides there.
    ///
    /// Going round the point, each line comes up twice; they don't cross where these pairs are nested like
    /// brackets. Not checked on the rim of the map, where a line may go on at another place.
    func checkPassages(_ met: [Int32], _ leaving: [Int32], at point: StripPoint) throws(ShapeError) {
        guard met.count + leaving.count > 2, !point.isOnRim else { return }
        let round = leaving + met.reversed()
        var open: [(passage: Passage, edge: Int32)] = []
        for edge in round {
            let passage = passage(of: edge, through: point)
            if open.last?.passage == passage {
                open.removeLast()
            } else {
                open.append((passage, edge))
            }
        }
        guard open.count >= 2 else { return }
        throw crossing(outline.edges[Int(open[0].edge)], outline.edges[Int(open[1].edge)])
    }

    private func passage(of edge: Int32, through point: StripPoint) -> Passage {
        let strip = outline.edges[Int(edge)]
        let count = Int32(rings[Int(strip.ring)].count)
        if strip.start == point { return .corner(ring: strip.ring, strip.edge) }
        if strip.end == point { return .corner(ring: strip.ring, (strip.edge + 1) % count) }
        return .along(edge)
    }

    /// Checks that no edge goes over the antimeridian where an edge lies along it.
    func checkSeams() throws(ShapeError) {
        guard !outline.seams.isEmpty else { return }
        for edge in outline.edges where abs(edge.end.longitude) == 180 && isCut(edge) {
            let latitude = edge.end.latitude
            for seam in outline.seams {
                let (first, second) = (seam.start.latitude, seam.end.latitude)
                guard min(first, second) < latitude, latitude < max(first, second) else { continue }
                throw crossing(edge, seam)
            }
        }
    }

    /// Whether an edge that ends on the antimeridian goes on behind it.
    private func isCut(_ edge: StripEdge) -> Bool {
        let end = rings[Int(edge.ring)].corners[Int(edge.edge) + 1]
        return abs(end.longitude).remainder(dividingBy: 360).magnitude != 180
    }
}
