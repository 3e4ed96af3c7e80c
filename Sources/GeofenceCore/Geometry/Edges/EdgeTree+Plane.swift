extension EdgeTree {
    /// Hands out every edge that comes within some metres of a place, in the order of the lines.
    ///
    /// Of a long edge only the stretch that does, and a little more, in pieces so short that a straight one
    /// is off by less than a ten-thousandth of `metres` (or a millimetre).
    func forEachEdge(within metres: Double, of place: GeodesicPoint, _ body: (PlaneEdge) -> Void) {
        let plane = TangentPlane(at: place)
        let origin = place.space
        var limit = metres * metres
        forEachLeaf(near: origin, squareLimit: &limit) { leaf, _ in
            for edge in edges(ofLeaf: leaf) where vertices[edge].sag >= 0 {
                guard let stretch = stretch(edge, within: metres + vertices[edge].sag, of: origin) else {
                    continue
                }
                handOut(edge, stretch, plane, tolerance: max(0.001, metres * 1e-4), body)
            }
        }
    }

    /// The stretch of the straight line between both corners that lies in a ball, as shares from 0 to 1.
    ///
    /// With A + t B the line and r the radius, the roots of |A + t B - P|² = r².
    private func stretch(_ edge: Int, within radius: Double, of place: SpacePoint) -> (Double, Double)? {
        let away = vertices[edge].space - place
        let along = vertices[edge + 1].space - vertices[edge].space
        let (square, half) = (along.square, away.dot(along))
        let rest = half * half - square * (away.square - radius * radius)
        guard square > 0, rest >= 0 else { return nil }
        let root = rest.squareRoot()
        let (first, last) = (max(0, (-half - root) / square), min(1, (-half + root) / square))
        return first <= last ? (first, last) : nil
    }

    private func handOut(
        _ edge: Int,
        _ stretch: (Double, Double),
        _ plane: TangentPlane,
        tolerance: Double,
        _ body: (PlaneEdge) -> Void
    ) {
        let curve = curve(edge)
        let slack = min(1, vertices[edge].sag / Self.length(vertices[edge], vertices[edge + 1]))
        let (first, last) = (max(0, stretch.0 - slack), min(1, stretch.1 + slack))
        let width = last - first
        let pieces = max(1, (width * (vertices[edge].sag / tolerance).squareRoot()).rounded(.up))
        var start = plane.coordinates(point(edge, curve, first))
        for piece in stride(from: 1, through: pieces, by: 1) {
            let end = plane.coordinates(
                point(edge, curve, piece == pieces ? last : first + width * piece / pieces)
            )
            body(
                PlaneEdge(
                    startEast: start.east,
                    startNorth: start.north,
                    endEast: end.east,
                    endNorth: end.north
                )
            )
            start = end
        }
    }

    private func point(_ edge: Int, _ curve: EdgeCurve, _ share: Double) -> SpacePoint {
        share == 0 ? vertices[edge].space : share == 1 ? vertices[edge + 1].space : curve.space(share)
    }

    private static func length(_ start: EdgeVertex, _ end: EdgeVertex) -> Double {
        (end.space - start.space).square.squareRoot()
    }
}
