/// Checks that holes are in their outer rings and polygons beside one another, once no edges cross.
///
/// Looks at every edge to the north of a ring, so only at rings that may be in a wrong place.
struct NestingCheck {
    let outline: Outline
    let rings: [Ring]
    private let columns: LongitudeColumns

    init(_ outline: Outline, _ rings: [Ring]) {
        self.outline = outline
        self.rings = rings
        columns = LongitudeColumns(outline.edges.map { ($0.start.longitude, $0.end.longitude) })
    }

    /// Throws for the first ring in the wrong place, of those that may be.
    static func run(_ outline: Outline, _ rings: [Ring], _ suspects: [Bool]) throws(ShapeError) {
        guard rings.count > 1, suspects.contains(true) else { return }
        try NestingCheck(outline, rings).run(suspects)
    }

    private func run(_ suspects: [Bool]) throws(ShapeError) {
        var isOdd = [Bool](repeating: false, count: rings.count)
        var checked: Int32 = -1
        for edge in outline.edges where edge.ring != checked && suspects[Int(edge.ring)] {
            let ring = Int(edge.ring)
            guard
                let around = ringsAround(edge.start, but: ring, &isOdd)
                    ?? ringsAround(edge.middle, but: ring, &isOdd)
            else { continue }
            try check(rings[ring], around: around.map { rings[$0].name })
            checked = edge.ring
        }
    }

    private func check(_ ring: Ring, around: [RingName]) throws(ShapeError) {
        let name = ring.name
        let own = around.filter { $0.polygon == name.polygon }
        if name.ring > 1 {
            guard own.contains(where: { $0.ring == 1 }) else { throw .holeOutside(name) }
            if let hole = own.first(where: { $0.ring > 1 }) { throw .holeInHole(name, other: hole) }
            return
        }
        // Rings of one polygon stand together, its outer one first.
        var rest = around[...]
        while let other = rest.first {
            let end = rest.firstIndex { $0.polygon != other.polygon } ?? rest.endIndex
            let isInside = other.ring == 1 && !(end - rest.startIndex).isMultiple(of: 2)
            guard other.polygon == name.polygon || !isInside else {
                throw .polygonInPolygon(name.polygon, other: other.polygon)
            }
            rest = rest[end...]
        }
    }

    /// The rings that hold a point, in their order, or nil where it lies on one of them or on the rim of the
    /// map.
    ///
    /// Counts the edges to the north of it; `isOdd` is false for every ring, before and after.
    private func ringsAround(_ point: StripPoint, but own: Int, _ isOdd: inout [Bool]) -> [Int]? {
        guard !point.isOnRim else { return nil }
        var met: [Int] = []
        var isOnEdge = false
        columns.forEach(at: point.longitude) { index in
            let edge = outline.edges[index]
            guard edge.ring != own, edge.mayReachNorth(of: point) else { return }
            let (left, right) = edge.ordered
            let side = point.side(of: left, right)
            if side == 0, edge.boxHolds(point) { isOnEdge = true }
            if side < 0, edge.spans(point.longitude) { met.append(Int(edge.ring)) }
        }
        for cap in outline.caps where cap.ring != own && cap.spans(point.longitude) {
            met.append(Int(cap.ring))
        }
        for ring in met { isOdd[ring].toggle() }
        var around: [Int] = []
        for ring in met where isOdd[ring] {
            around.append(ring)
            isOdd[ring] = false
        }
        return isOnEdge ? nil : around.sorted()
    }
}

extension StripEdge {
    fileprivate func mayReachNorth(of point: StripPoint) -> Bool {
        max(start.latitude, end.latitude) >= point.latitude
    }

    fileprivate func boxHolds(_ point: StripPoint) -> Bool {
        let (left, right) = ordered
        return left.longitude <= point.longitude && point.longitude <= right.longitude
            && min(start.latitude, end.latitude) <= point.latitude
    }
}
