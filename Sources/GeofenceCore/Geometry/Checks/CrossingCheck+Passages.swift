extension CrossingCheck {
    /// One way of a line through a point: the corner of its ring, or the edge that goes through.
    private enum Passage: Hashable {
        case corner(ring: Int32, Int32)
        case along(Int32)
    }

    /// Checks that of all lines that meet in a point no two change sides there.
    ///
    /// Going round the point, each line comes up twice; they don't cross where these pairs are nested like brackets. On the rim of the
    /// map a line may go on at another place; those that come up once are left out.
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
        throw .crossing(name(open[0].edge), name(open[1].edge))
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
        let seams = outline.seams.map { seam in
            let latitudes = [seam.start.latitude, seam.end.latitude].sorted()
            return (south: latitudes[0], north: latitudes[1], edge: seam)
        }
        for edge in outline.edges {
            let corners = rings[Int(edge.ring)].corners
            let (start, end) = (corners[Int(edge.edge)], corners[Int(edge.edge) + 1])
            let (west, east) = (min(start.longitude, end.longitude), max(start.longitude, end.longitude))
            guard let meridian = [-540.0, -180, 180, 540].first(where: { west < $0 && $0 < east }) else {
                continue
            }
            _ = meridian
            let latitude = abs(edge.end.longitude) == 180 ? edge.end.latitude : edge.start.latitude
            for seam in seams where seam.south < latitude && latitude < seam.north {
                throw .crossing(name(edge), name(seam.edge))
            }
        }
    }
}
