extension Outline {
    /// All edges with the inside to their left, when rings are turned that are the wrong way round; rings near one another are neighbours.
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
    /// The place on a curve that fills the map (Morton's), so that near places are mostly near on it.
    fileprivate var curveKey: UInt64 {
        let column = Self.spread(UInt64((longitude + 180) / 360 * 65_535))
        return column | Self.spread(UInt64((latitude + 90) / 180 * 65_535)) << 1
    }

    /// Puts a zero between the bits of a number of 16 bits.
    private static func spread(_ number: UInt64) -> UInt64 {
        var bits = number
        for (shift, mask) in [(8, 0x00FF_00FF), (4, 0x0F0F_0F0F), (2, 0x3333_3333), (1, 0x5555_5555)] {
            bits = (bits | bits << UInt64(shift)) & UInt64(mask)
        }
        return bits
    }
}
