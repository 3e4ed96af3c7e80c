/// The seconds from which and until which a device truly is in a ring.
package struct Stay: Hashable, Sendable {
    package var from: Double
    package var until: Double

    package init(from: Double, until: Double) {
        self.from = from
        self.until = until
    }
}

extension Walk {
    /// All stays in a ring, in order, from edge to edge.
    package func stays(in ring: Ring) -> [Stay] {
        var stays: [Stay] = []
        for (from, to) in zip(marks, marks.dropFirst()) {
            guard let part = Self.part(of: ring, from.point, to.point), to.second > from.second else {
                continue
            }
            let length = to.second - from.second
            let stay = Stay(
                from: from.second + part.lowerBound * length,
                until: from.second + part.upperBound * length
            )
            if let last = stays.last, stay.from - last.until < 1e-6 {
                stays[stays.count - 1].until = stay.until
            } else {
                stays.append(stay)
            }
        }
        return stays
    }

    /// Which part of the way from `a` (0) to `b` (1) lies in a ring: |a + t (b - a) - center| ≤ radius,
    /// solved for t.
    private static func part(of ring: Ring, _ a: Point, _ b: Point) -> ClosedRange<Double>? {
        let (way, start) = (b - a, a - ring.center)
        let square = way.east * way.east + way.north * way.north
        let outside = start.length * start.length - ring.radius * ring.radius
        guard square > 0 else { return outside <= 0 ? 0...1 : nil }
        let half = (start.east * way.east + start.north * way.north) / square
        let root = half * half - outside / square
        guard root > Self.grazing else { return nil }
        let (first, last) = (-half - root.squareRoot(), -half + root.squareRoot())
        guard first < 1, last > 0 else { return nil }
        return max(0, first)...min(1, last)
    }

    /// A way that cuts off less of a ring than the 30,000th part of its own length only touches it.
    private static let grazing = 1e-9
}
