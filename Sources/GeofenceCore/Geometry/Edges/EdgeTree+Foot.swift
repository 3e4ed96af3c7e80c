extension EdgeTree {
    /// Where an edge comes nearest to a place.
    struct Foot {
        /// The edge, by its first corner.
        var edge: Int
        /// From 0 to 1.
        var share: Double
        /// The square of the straight distance in metres.
        var square: Double
    }

    /// The nearest point of the straight line through space between both corners.
    @inline(__always)
    func straightFoot(_ edge: Int, _ place: SpacePoint) -> Foot {
        let start = vertices[edge].space
        let along = vertices[edge + 1].space - start
        let away = place - start
        let length = along.square
        let share = length > 0 ? min(1, max(0, away.dot(along) / length)) : 0
        return Foot(edge: edge, share: share, square: (away - share * along).square)
    }

    /// The edge as a curve.
    func curve(_ edge: Int) -> EdgeCurve {
        EdgeCurve(from: vertices[edge].point, to: vertices[edge + 1].point)
    }

    /// The nearest point of an edge, from the nearest of the straight line.
    ///
    /// Where the sag is too small to move it, the guess is right.
    func foot(_ guess: Foot, _ place: SpacePoint) -> Foot {
        guard vertices[guess.edge].sag > Self.straight else { return guess }
        let curve = curve(guess.edge)
        var foot = nearerEnd(guess.edge, place)
        var share = guess.share
        for _ in 0..<Self.steps {
            guard let next = curve.step(share, towards: place) else { break }
            let change = min(1, max(0, next)) - share
            share += change
            if abs(change) < Self.precision { break }
        }
        let square = (curve.space(share) - place).square
        if square < foot.square { foot = Foot(edge: guess.edge, share: share, square: square) }
        return foot
    }

    /// The corner that is nearer.
    private func nearerEnd(_ edge: Int, _ place: SpacePoint) -> Foot {
        let start = (vertices[edge].space - place).square
        let end = (vertices[edge + 1].space - place).square
        return start <= end
            ? Foot(edge: edge, share: 0, square: start) : Foot(edge: edge, share: 1, square: end)
    }

    /// Metres of sag that may be neglected.
    static let straight = 1e-4
    private static let steps = 6
    /// Shares of an edge that needn't be distinguished: a step of Newton's method squares the error, so this
    /// leaves far less.
    private static let precision = 1e-4
}
