extension CrossingCheck {
    /// Takes out what ends at a point, puts in what begins there, and compares those that have become
    /// neighbours.
    mutating func pass(_ point: StripPoint, _ begun: [Int32]) throws(ShapeError) {
        let ends = ends
        var place = status.firstPlace { point.side(of: ends[Int($0)].left, ends[Int($0)].right) > 0 }
        if begun.count == 1, goesOn(at: place, point) {
            status.replace(at: place, with: begun[0])
            return try compareNeighbours(of: begun, at: place)
        }
        var met: [Int32] = []
        while let edge = status.edge(from: place), contains(edge, point) {
            met.append(edge)
            _ = status.remove(at: &place)
        }
        let leaving = met.filter { ends[Int($0)].right != point } + begun
        let sorted = try sorted(leaving, from: point)
        try checkPassages(met, sorted, at: point)
        try compareNeighbours(of: sorted, around: place)
        if point.isOnRim { forest.meet(met + begun) }
        if point.longitude > -180, !begun.isEmpty { forest.add(sorted, below: status.edge(from: place)) }
        status.insert(sorted, at: place)
    }

    /// Whether at a point one edge ends and nothing else is met.
    private func goesOn(at place: SweepStatus.Place, _ point: StripPoint) -> Bool {
        guard let edge = status[place], ends[Int(edge)].right == point else { return false }
        guard let next = status.edge(from: .init(chunk: place.chunk, offset: place.offset + 1)) else {
            return true
        }
        return !contains(next, point)
    }

    private func contains(_ edge: Int32, _ point: StripPoint) -> Bool {
        point.side(of: ends[Int(edge)].left, ends[Int(edge)].right) == 0
    }

    /// Edges that leave a point eastwards, from south to north; two of one direction lie on one another.
    private func sorted(_ edges: [Int32], from point: StripPoint) throws(ShapeError) -> [Int32] {
        guard edges.count > 1 else { return edges }
        let ends = ends
        let sorted = edges.sorted { ends[Int($1)].right.side(of: point, ends[Int($0)].right) > 0 }
        for (first, second) in zip(sorted, sorted.dropFirst()) {
            let side = ends[Int(second)].right.side(of: point, ends[Int(first)].right)
            guard side != 0 else { throw overlapping(first, second) }
        }
        return sorted
    }

    private func compareNeighbours(of edges: [Int32], at place: SweepStatus.Place) throws(ShapeError) {
        let next = SweepStatus.Place(chunk: place.chunk, offset: place.offset + 1)
        if let before = status.edge(before: place) { try compare(before, edges[0]) }
        if let after = status.edge(from: next) { try compare(edges[0], after) }
    }

    private func compareNeighbours(of edges: [Int32], around place: SweepStatus.Place) throws(ShapeError) {
        let (before, after) = (status.edge(before: place), status.edge(from: place))
        guard let first = edges.first, let last = edges.last else {
            if let before, let after { try compare(before, after) }
            return
        }
        if let before { try compare(before, first) }
        if let after { try compare(last, after) }
    }

    private func compare(_ first: Int32, _ second: Int32) throws(ShapeError) {
        let (a, b) = (ends[Int(first)], ends[Int(second)])
        let (left, right) = (b.left.side(of: a.left, a.right), b.right.side(of: a.left, a.right))
        if left * right > 0 { return }
        if left == 0, right == 0 {
            let overlap = a.left < b.right && b.left < a.right
            if overlap { throw overlapping(first, second) }
        } else if a.left.side(of: b.left, b.right) * a.right.side(of: b.left, b.right) < 0, left * right < 0 {
            throw crossing(outline.edges[Int(first)], outline.edges[Int(second)])
        }
    }

    private func overlapping(_ first: Int32, _ second: Int32) -> ShapeError {
        let names = names(outline.edges[Int(first)], outline.edges[Int(second)])
        return .overlapping(names.0, names.1)
    }

    /// The error that names both edges.
    func crossing(_ first: StripEdge, _ second: StripEdge) -> ShapeError {
        let names = names(first, second)
        return .crossing(names.0, names.1)
    }

    /// The edges as their rings have them, in the order in which they were given.
    private func names(_ first: StripEdge, _ second: StripEdge) -> (EdgeName, EdgeName) {
        let inOrder = (first.ring, first.edge) <= (second.ring, second.edge)
        let (a, b) = inOrder ? (first, second) : (second, first)
        return (rings[Int(a.ring)].edge(Int(a.edge)), rings[Int(b.ring)].edge(Int(b.edge)))
    }
}
