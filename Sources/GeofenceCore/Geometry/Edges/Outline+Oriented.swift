extension Outline {
    /// All edges with the inside to their left, when rings are turned that are the wrong way round; rings
    /// near one another are neighbours.
    func oriented(_ isReversed: (_ ring: Int) -> Bool) -> [StripEdge] {
        var runs: [(key: UInt64, edges: Range<Int>)] = []
        var start = 0
        while start < edges.count {
            var end = start
            while end < edges.count, edges[end].ring == edges[start].ring { end += 1 }
            runs.append((edges[start].start.curveKey, start..<end))
            start = end
        }
        runs.sort { $0.key < $1.key }
        var oriented: [StripEdge] = []
        oriented.reserveCapacity(edges.count + seams.count)
        for run in runs {
            if isReversed(Int(edges[run.edges.lowerBound].ring)) {
                oriented += edges[run.edges].reversed().map(\.reversed)
            } else {
                oriented += edges[run.edges]
            }
        }
        return oriented + seams
    }
}

extension StripPoint {
    /// How far along a curve that fills the map (Hilbert's, in 2²⁰ columns) the place lies: what is near on
    /// it is near on the map.
    ///
    /// From the largest squares to the smallest, each time the quarter that holds the place, turned as the
    /// curve enters it.
    fileprivate var curveKey: UInt64 {
        let scale = Double((1 << Self.bits) - 1)
        var (column, row) = (UInt64((longitude + 180) / 360 * scale), UInt64((latitude + 90) / 180 * scale))
        var key: UInt64 = 0
        for bit in stride(from: Self.bits - 1, through: 0, by: -1) {
            let side: UInt64 = 1 << UInt64(bit)
            let (isEast, isNorth) = (column & side != 0, row & side != 0)
            key = key << 2 | (isEast ? (isNorth ? 2 : 3) : (isNorth ? 1 : 0))
            guard !isNorth else { continue }
            if isEast { (column, row) = (~column, ~row) }
            (column, row) = (row, column)
        }
        return key
    }

    private static let bits = 20
}
