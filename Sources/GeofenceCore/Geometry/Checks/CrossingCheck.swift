/// Finds edges that cross or lie on one another: a meridian sweeps over the map from west to east and
/// compares neighbours.
///
/// Edges may touch in a point, so long as no two lines change sides there. All comparisons are exact.
///
/// Source: M. I. Shamos, D. Hoey, Geometric intersection problems, FOCS 1976, 208-215; where several edges
/// meet, all of them are taken out and put back in their new order, as J. L. Bentley and T. A. Ottmann do
/// (IEEE Trans. Computers C-28, 643-647, 1979).
struct CrossingCheck {
    let outline: Outline
    let rings: [Ring]
    let ends: [(left: StripPoint, right: StripPoint)]
    var status = SweepStatus()
    var forest: RingForest

    init(_ outline: Outline, _ rings: [Ring]) {
        self.outline = outline
        self.rings = rings
        ends = outline.edges.map(\.ordered)
        forest = RingForest(outline, count: rings.count)
    }

    /// Throws for an edge across another one on the antimeridian, or else for the westernmost trouble; gives
    /// which ring lies in which.
    func run() throws(ShapeError) -> RingForest {
        try checkSeams()
        var sweep = self
        try sweep.sweep()
        return sweep.forest
    }

    private mutating func sweep() throws(ShapeError) {
        let order = eventOrder()
        var begun: [Int32] = []
        var index = 0
        var isBegun = false
        while index < order.count {
            let point = point(of: order[index])
            if !isBegun, point.longitude > -180 {
                forest.add(status.edges, below: nil)
                isBegun = true
            }
            begun.removeAll(keepingCapacity: true)
            while index < order.count, self.point(of: order[index]) == point {
                if order[index] & 1 == 0 { begun.append(order[index] >> 1) }
                index += 1
            }
            try pass(point, begun)
        }
    }

    /// Twice the edge's index, and one more for its right end; sorted by the ends' places.
    private func eventOrder() -> [Int32] {
        var events: [(point: StripPoint, event: Int32)] = []
        events.reserveCapacity(2 * ends.count)
        for (index, end) in ends.enumerated() {
            events.append((end.left, Int32(2 * index)))
            events.append((end.right, Int32(2 * index + 1)))
        }
        events.sort { $0.point < $1.point }
        return events.map(\.event)
    }

    private func point(of event: Int32) -> StripPoint {
        let ends = ends[Int(event >> 1)]
        return event & 1 == 0 ? ends.left : ends.right
    }
}
