/// Parts places into halves, and those again, until none has more than fit a leaf.
struct PointIndexBuilder {
    private(set) var points: [UnitPoint]
    private(set) var numbers: [UInt32]
    private(set) var splits: [PointIndex.Split]

    init(_ places: [Coordinate]) {
        points = places.map { UnitPoint($0) }
        numbers = places.indices.map { UInt32($0) }
        splits = Array(repeating: .init(axis: 0, value: 0), count: Self.nodes(for: places.count))
    }

    /// Room for all inner nodes: every level has twice as many as the one above.
    private static func nodes(for count: Int) -> Int {
        var (nodes, largest) = (1, count)
        while largest > PointIndex.leafSize { (nodes, largest) = (2 * nodes, (largest + 1) / 2) }
        return nodes
    }

    mutating func build() {
        part(0..<points.count, node: 1)
    }

    private mutating func part(_ range: Range<Int>, node: Int) {
        guard range.count > PointIndex.leafSize else { return }
        let axis = widestAxis(range)
        let middle = range.lowerBound + range.count / 2
        select(middle, range, axis)
        splits[node] = .init(axis: axis, value: points[middle][axis])
        part(range.lowerBound..<middle, node: 2 * node)
        part(middle..<range.upperBound, node: 2 * node + 1)
    }

    /// The axis along which points lie farthest apart.
    private func widestAxis(_ range: Range<Int>) -> UInt8 {
        var (low, high) = (points[range.lowerBound], points[range.lowerBound])
        for index in range {
            let point = points[index]
            (low.x, high.x) = (min(low.x, point.x), max(high.x, point.x))
            (low.y, high.y) = (min(low.y, point.y), max(high.y, point.y))
            (low.z, high.z) = (min(low.z, point.z), max(high.z, point.z))
        }
        let (x, y, z) = (high.x - low.x, high.y - low.y, high.z - low.z)
        return x >= y ? (x >= z ? 0 : 2) : (y >= z ? 1 : 2)
    }

    /// Moves points until none before the wanted place is above, and none after it below, the one there.
    ///
    /// Source: C. A. R. Hoare, Algorithm 65: Find, CACM 4 (1961). The pivot is the middle one, so sorted
    /// places are no worst case.
    private mutating func select(_ wanted: Int, _ range: Range<Int>, _ axis: UInt8) {
        var (low, high) = (range.lowerBound, range.upperBound - 1)
        while low < high {
            let pivot = pivot(low, high, axis)
            var (i, j) = (low, high)
            while i <= j {
                while points[i][axis] < pivot { i += 1 }
                while points[j][axis] > pivot { j -= 1 }
                guard i <= j else { break }
                points.swapAt(i, j)
                numbers.swapAt(i, j)
                (i, j) = (i + 1, j - 1)
            }
            if wanted <= j { high = j } else if wanted >= i { low = i } else { return }
        }
    }

    /// The middle one of three: first, middle, last.
    private func pivot(_ low: Int, _ high: Int, _ axis: UInt8) -> Float {
        let (a, b, c) = (points[low][axis], points[(low + high) / 2][axis], points[high][axis])
        return max(min(a, b), min(max(a, b), c))
    }
}
