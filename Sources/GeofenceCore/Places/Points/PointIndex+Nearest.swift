extension PointIndex {
    /// Finds the places nearest to a place, the nearest first; of places as near the one with the lowest
    /// number.
    ///
    /// - Parameters:
    ///   - most: how many to find; fewer come where there are no more.
    ///   - place: where to look from.
    ///   - radius: metres along the ellipsoid beyond which none counts; a place at that distance does.
    ///   - wanted: whether the place with a number counts at all.
    /// - Returns: the places found, with their distances.
    /// - Complexity: O(log n + most) where the places lie at random.
    public func nearest(
        _ most: Int = 1,
        to place: Coordinate,
        within radius: Double = .infinity,
        where wanted: (Int) -> Bool = { _ in true }
    ) -> [Neighbour] {
        guard most > 0, radius >= 0, count > 0 else { return [] }
        var search = PointSearch(most: min(most, count), from: place, within: radius)
        visit(0..<count, node: 1, gaps: UnitPoint(x: 0, y: 0, z: 0), &search, wanted)
        return search.found
    }

    /// Looks through the places of a node that may be near enough.
    ///
    /// The gaps are how far the node's box is away along each axis, as far as the splits above show.
    private func visit(
        _ range: Range<Int>,
        node: Int,
        gaps: UnitPoint,
        _ search: inout PointSearch,
        _ wanted: (Int) -> Bool
    ) {
        guard range.count > Self.leafSize else { return look(through: range, &search, wanted) }
        let split = splits[node]
        let beyond = search.point[split.axis] - split.value
        let middle = range.lowerBound + range.count / 2
        let (lower, upper) = (range.lowerBound..<middle, middle..<range.upperBound)
        let isLower = beyond < 0
        visit(isLower ? lower : upper, node: 2 * node + (isLower ? 0 : 1), gaps: gaps, &search, wanted)
        var farther = gaps
        farther[split.axis] = beyond
        guard farther.square <= search.limit else { return }
        visit(isLower ? upper : lower, node: 2 * node + (isLower ? 1 : 0), gaps: farther, &search, wanted)
    }

    private func look(through leaf: Range<Int>, _ search: inout PointSearch, _ wanted: (Int) -> Bool) {
        for index in leaf where points[index].square(to: search.point) <= search.limit {
            let number = Int(numbers[index])
            if wanted(number) { search.add(number, places[index]) }
        }
    }
}
