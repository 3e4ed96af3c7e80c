/// Checks that holes are in their outer rings and polygons beside one another, once no edges cross.
struct NestingCheck {
    let outline: Outline
    let rings: [Ring]
    private let columns: LongitudeColumns

    init(_ outline: Outline, _ rings: [Ring]) {
        self.outline = outline
        self.rings = rings
        columns = rings.count > 1
            ? LongitudeColumns(outline.edges.map { ($0.start.longitude, $0.end.longitude) })
            : LongitudeColumns([])
    }

    /// Throws for the first ring in the wrong place.
    func run() throws(ShapeError) {
        guard rings.count > 1 else { return }
        var samples = [[StripPoint]](repeating: [], count: rings.count)
        for edge in outline.edges { samples[Int(edge.ring)] += [edge.start, edge.middle] }
        for (index, ring) in rings.enumerated() {
            guard let around = samples[index].lazy.compactMap({ ringsAround($0, but: index) }).first else {
                continue
            }
            try check(ring, around: around.map { rings[$0].name })
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
        for other in around where other.ring == 1 && other.polygon != name.polygon {
            let count = around.count { $0.polygon == other.polygon }
            if count % 2 == 1 { throw .polygonInPolygon(name.polygon, other: other.polygon) }
        }
    }

    /// The rings that hold a point, or nil where it lies on one of them or on the rim of the map.
    private func ringsAround(_ point: StripPoint, but own: Int) -> [Int]? {
        guard !point.isOnRim else { return nil }
        var odd: Set<Int32> = []
        var isOnEdge = false
        columns.forEach(at: point.longitude) { index in
            let edge = outline.edges[index]
            guard edge.ring != own else { return }
            let (left, right) = edge.ordered
            let side = point.side(of: left, right)
            if side == 0, left.latitude <= right.latitude
                ? left.latitude <= point.latitude && point.latitude <= right.latitude
                : right.latitude <= point.latitude && point.latitude <= left.latitude
            {
                isOnEdge = true
            }
            let isAcross = left.longitude <= point.longitude && point.longitude < right.longitude
            if isAcross, side < 0 { odd.formSymmetricDifference([edge.ring]) }
        }
        for cap in outline.caps where cap.ring != own && cap.spans(point.longitude) {
            odd.formSymmetricDifference([cap.ring])
        }
        return isOnEdge ? nil : odd.map(Int.init).sorted()
    }
}
