/// Which ring each ring lies in directly, found while a meridian sweeps over edges that don't cross.
///
/// The edge to the north of a ring's westernmost place belongs to the ring around it, or to one beside it
/// that lies in the same. That holds as long as lines that meet keep their sides, which nobody has checked on
/// the rim of the map: where lines meet there, or a ring holds the north pole, nothing is said.
struct RingForest {
    /// What is known of a ring.
    private struct Node {
        /// The ring around it, or -1.
        var parent: Int32
        /// Whether its edges go east where its inside is to the south.
        var isEastward: Bool
    }

    private let outline: Outline
    private var nodes: [Node?]
    /// Whether a ring goes over the antimeridian.
    private let hasCrossers: Bool
    /// Whether what is found can be trusted.
    private var isSure: Bool

    /// Nothing found yet.
    init(_ outline: Outline, count: Int) {
        self.outline = outline
        nodes = [Node?](repeating: nil, count: count)
        hasCrossers = outline.goesOverAntimeridian(rings: count)
        isSure = outline.caps.isEmpty && !(hasCrossers && outline.liesOnAntimeridian)
    }

    /// Takes edges next to one another, from south to north, and the one to the north of them.
    mutating func add(_ edges: [Int32], below neighbour: Int32?) {
        var north = neighbour
        for edge in edges.reversed() {
            let ring = Int(outline.edges[Int(edge)].ring)
            if nodes[ring] == nil {
                let parent = north.map { self.parent(southOf: $0) } ?? -1
                nodes[ring] = Node(parent: parent, isEastward: outline.edges[Int(edge)].isEastward)
            }
            north = edge
        }
    }

    /// Takes the edges that meet in a point on the rim.
    mutating func meet(_ edges: [Int32]) {
        guard let first = edges.first, edges.count > 1 else { return }
        let ring = outline.edges[Int(first)].ring
        let isCorner = edges.count == 2 && outline.edges[Int(edges[1])].ring == ring
        if hasCrossers || !isCorner { isSure = false }
    }

    /// The rings that may be in a wrong place: an outer ring in another one, a hole not in its own, and all
    /// that they hold; every ring where nothing can be said.
    func suspects(_ names: [RingName]) -> [Bool] {
        var verdicts = [Bool?](repeating: isSure ? nil : true, count: names.count)
        for ring in names.indices {
            var way: [Int] = []
            var next = ring
            while next >= 0, verdicts[next] == nil {
                way.append(next)
                next = nodes[next].map { Int($0.parent) } ?? -1
            }
            var isSuspect = next >= 0 && verdicts[next] == true
            for ring in way.reversed() {
                isSuspect = isSuspect || !isFine(ring, names)
                verdicts[ring] = isSuspect
            }
        }
        return verdicts.map { $0 ?? true }
    }

    private func isFine(_ ring: Int, _ names: [RingName]) -> Bool {
        guard let node = nodes[ring] else { return false }
        let around = node.parent >= 0 ? names[Int(node.parent)] : nil
        guard names[ring].ring > 1 else { return around.map { $0.ring > 1 } ?? true }
        return around == RingName(polygon: names[ring].polygon, ring: 1)
    }

    /// The ring that a place directly to the south of an edge lies in.
    private func parent(southOf edge: Int32) -> Int32 {
        let strip = outline.edges[Int(edge)]
        guard let node = nodes[Int(strip.ring)] else { return -1 }
        return strip.isEastward == node.isEastward ? strip.ring : node.parent
    }
}

extension StripEdge {
    /// Whether it goes east, or north along a meridian.
    fileprivate var isEastward: Bool { start < end }
}

extension Outline {
    /// Whether a ring is on both sides of the antimeridian.
    fileprivate func goesOverAntimeridian(rings count: Int) -> Bool {
        var (isWest, isEast) = (
            [Bool](repeating: false, count: count), [Bool](repeating: false, count: count)
        )
        for edge in edges {
            let ring = Int(edge.ring)
            for point in [edge.start, edge.end] where abs(point.longitude) == 180 {
                if point.longitude < 0 { isWest[ring] = true } else { isEast[ring] = true }
            }
        }
        return zip(isWest, isEast).contains { $0 && $1 }
    }
}
