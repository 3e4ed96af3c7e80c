extension TravelPath {
    /// Finds the parts of the path that lie inside of a shape, from start to end.
    ///
    /// A signed distance changes by no more than the length travelled. So between two places with distances p
    /// and q that are ℓ apart it is at least (p + q - ℓ) / 2 and at most (p + q + ℓ) / 2; where that leaves
    /// it open whether all of a piece is outside, or all is inside, the piece is halved, down to 1 cm. ℓ is
    /// taken 1 % longer, for distances measured in a map plane.
    ///
    /// Edges are inside. A part shorter than 1 cm (or 1e-9 of the path), or less deep than 10 µm, is none,
    /// and a gap shorter than 1 cm may go unseen: so a path along an edge has no parts, however its distances
    /// are rounded. If a fix itself is inside, the part that holds it begins at 0 or ends at 1.
    /// - Parameters:
    ///   - threshold: the signed distance in metres up to which a place counts as inside.
    ///   - signedDistance: metres from the shape's edge, negative inside. Far from the edge its size may be
    ///     too small, never too large.
    /// - Returns: the parts, in order and apart; entries and exits to 1 mm where the edge is straight.
    /// - Complexity: two evaluations for a shape that is out of reach, some 2 log₂(length / 1 cm) for each
    ///   entry and exit, and never more than 512. Only a path that runs close along an edge needs that many;
    ///   then what was not halved in time is judged by its ends.
    func partsInside(
        threshold: Double = 0,
        signedDistance: (GeodesicPoint) -> Double
    )
        -> [Crossing]
    {
        func sample(_ fraction: Double) -> PathSample {
            PathSample(fraction: fraction, excess: signedDistance(place(at: fraction)) - threshold)
        }
        var samples = [sample(0), sample(1)]
        while samples.count < Self.mostSamples, samples.halveOpenPieces(of: self, sample) {}
        return samples.partsInside.filter { ($0.exit - $0.entry) * longestLength >= resolution }
    }

    /// Metres below which a piece is not halved.
    fileprivate var resolution: Double { max(0.01, 1e-9 * longestLength) }

    fileprivate static let mostSamples = 512
}

/// How far a place of a path is from being inside.
private struct PathSample {
    let fraction: Double
    /// Metres, 0 or less inside.
    let excess: Double

    var isInside: Bool { excess <= 0 }

    /// Whether some of the piece to the next sample may be inside and some outside.
    func isOpen(to next: PathSample, on path: TravelPath) -> Bool {
        let length = (next.fraction - fraction) * path.longestLength
        return length > path.resolution && abs(excess + next.excess) <= 1.01 * length
    }

    /// The fraction where a straight edge between this sample and the next lies.
    func edge(to next: PathSample) -> Double {
        fraction + (next.fraction - fraction) * (excess / (excess - next.excess))
    }
}

extension [PathSample] {
    /// Halves each piece that is still open, as long as there may be more samples; false where none was.
    fileprivate mutating func halveOpenPieces(of path: TravelPath, _ sample: (Double) -> PathSample) -> Bool {
        var finer: [PathSample] = []
        finer.reserveCapacity(2 * count)
        var left = TravelPath.mostSamples - count
        for (start, end) in zip(self, dropFirst()) {
            finer.append(start)
            guard left > 0, start.isOpen(to: end, on: path) else { continue }
            finer.append(sample((start.fraction + end.fraction) / 2))
            left -= 1
        }
        finer += suffix(1)
        defer { self = finer }
        return finer.count > count
    }

    /// The runs of samples inside that go deep enough.
    fileprivate var partsInside: [Crossing] {
        var parts: [Crossing] = []
        var (entry, deepest) = (0.0, 0.0)
        for (place, sample) in enumerated() where sample.isInside {
            let isFirst = place == 0 || !self[place - 1].isInside
            if isFirst { (entry, deepest) = (place == 0 ? 0 : self[place - 1].edge(to: sample), 0) }
            deepest = Swift.min(deepest, sample.excess)
            let isLast = place == count - 1 || !self[place + 1].isInside
            guard isLast, deepest < -shallowest else { continue }
            parts.append(
                Crossing(entry: entry, exit: place == count - 1 ? 1 : sample.edge(to: self[place + 1]))
            )
        }
        return parts
    }

    /// Metres; distances are rounded less than this.
    private var shallowest: Double { 1e-5 }
}
