extension EdgeTree {
    /// Calls with every leaf that may come nearer to a place than a limit, which the calls may lower; metres,
    /// squared.
    ///
    /// Walks the tree in the order of the lines, without a stack: the next sibling, or the parent's.
    @inline(__always)
    func forEachLeaf(
        near place: SpacePoint,
        squareLimit: inout Double,
        _ body: (_ leaf: Int, _ squareLimit: inout Double) -> Void
    ) {
        let top = levels.count - 2
        var (level, index) = (top, 0)
        while true {
            if boxes[levels[level] + index].squareDistance(to: place) <= squareLimit {
                if level > 0 {
                    (level, index) = (level - 1, index * Self.fan)
                    continue
                }
                body(index, &squareLimit)
            }
            index += 1
            while level < top, index % Self.fan == 0 || levels[level] + index == levels[level + 1] {
                (level, index) = (level + 1, (index - 1) / Self.fan + 1)
            }
            if level == top { return }
        }
    }

    /// A leaf near a place, for a first guess: down the tree, always to the most promising box.
    @inline(__always)
    func guess(near place: SpacePoint) -> Int {
        var index = 0
        for level in stride(from: levels.count - 3, through: 0, by: -1) {
            let first = levels[level] + index * Self.fan
            var (best, bestDistance) = (first, Double.infinity)
            for child in first..<min(first + Self.fan, levels[level + 1]) {
                let distance = boxes[child].rank(for: place)
                if distance < bestDistance { (best, bestDistance) = (child, distance) }
            }
            index = best - levels[level]
        }
        return index
    }

    /// The edges of a leaf, by their first corners.
    @inline(__always)
    func edges(ofLeaf leaf: Int) -> Range<Int> {
        leaf * Self.fan..<min((leaf + 1) * Self.fan, vertices.count)
    }
}
