/// Cuts an edge where it crosses the antimeridian.
struct StripCutter {
    let ring, edge: Int32

    /// Hands out the parts of an edge in order; there are two at most.
    func cut(_ start: Position, _ end: Position, _ body: (StripEdge) -> Void) {
        let turn = ((start.longitude + end.longitude) / 2 / 360).rounded()
        let (low, high) = (turn * 360 - 180, turn * 360 + 180)
        if start.longitude < low || end.longitude < low {
            cut(start, end, at: low, body)
        } else if start.longitude > high || end.longitude > high {
            cut(start, end, at: high, body)
        } else {
            body(part(point(start, turn), point(end, turn)))
        }
    }

    /// Cuts at one antimeridian; an edge of half a turn or less crosses no other.
    private func cut(_ start: Position, _ end: Position, at meridian: Double, _ body: (StripEdge) -> Void) {
        let (west, east) = start.longitude < end.longitude ? (start, end) : (end, start)
        let share = (meridian - west.longitude) / (east.longitude - west.longitude)
        let latitude = west.latitude + share * (east.latitude - west.latitude)
        let turn = (meridian / 360 - 0.5).rounded()
        let western = StripPoint(longitude: 180, latitude: latitude)
        let eastern = StripPoint(longitude: -180, latitude: latitude)
        if start.longitude < end.longitude {
            body(part(point(start, turn), western))
            body(part(eastern, point(end, turn + 1)))
        } else {
            body(part(point(start, turn + 1), eastern))
            body(part(western, point(end, turn)))
        }
    }

    private func part(_ start: StripPoint, _ end: StripPoint) -> StripEdge {
        StripEdge(start: start, end: end, ring: ring, edge: edge)
    }

    private func point(_ position: Position, _ turn: Double) -> StripPoint {
        StripPoint(longitude: position.longitude - turn * 360, latitude: position.latitude)
    }
}
