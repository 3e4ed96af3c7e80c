/// An edge on the map, or the part of one on one side of the antimeridian.
struct StripEdge {
    let start, end: StripPoint
    /// The ring's index.
    let ring: Int32
    /// The edge in its ring, counted from 0.
    let edge: Int32

    /// The same way back.
    var reversed: StripEdge { StripEdge(start: end, end: start, ring: ring, edge: edge) }

    /// Its western and eastern end; for a meridian its southern and northern.
    var ordered: (left: StripPoint, right: StripPoint) {
        start < end ? (start, end) : (end, start)
    }
}

extension StripEdge {
    /// The place half-way.
    var middle: StripPoint {
        StripPoint(
            longitude: (start.longitude + end.longitude) / 2,
            latitude: (start.latitude + end.latitude) / 2
        )
    }

    /// Whether a place of that longitude is north or south of it; where two edges meet it is so of one.
    func spans(_ longitude: Double) -> Bool {
        min(start.longitude, end.longitude) <= longitude && longitude < max(start.longitude, end.longitude)
    }
}
