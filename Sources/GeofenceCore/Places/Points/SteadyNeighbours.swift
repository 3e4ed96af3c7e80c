/// The places nearest to one that moves, and a box in which it may move while they stay the same, in the same
/// order.
public struct SteadyNeighbours: Sendable {
    /// The numbers of the places, the nearest first.
    public let numbers: [Int]
    /// Nil where the next move may change them.
    private let box: GridBox?

    fileprivate init(_ numbers: [Int], around place: Coordinate, _ sides: Sides) {
        self.numbers = numbers
        box = GridBox(within: sides, of: GeodesicPoint(place))
    }

    /// Whether these are the places nearest to another place, too; false where only a search can say that.
    public func hold(at place: Coordinate) -> Bool { box?.holds(place) ?? false }
}

extension PointIndex {
    /// Finds the places nearest to a place, as `nearest` does, and how far they stay that.
    ///
    /// A move of m metres changes each distance by m at most. So a place stays within the radius, or beyond,
    /// as long as m is less than what parts its distance from that, and the order of two places stays as long
    /// as m is less than half of what parts their distances. Of a few that may be the next nearest it is
    /// known where they are: their order stays on this side of the line to each of whose points both are as
    /// far.
    ///
    /// - Parameters:
    ///   - most: how many to find; fewer come where there are no more.
    ///   - place: where to look from.
    ///   - radius: metres along the ellipsoid beyond which none counts; a place at that distance does.
    /// - Returns: the places found; they hold for moves of some 350 m to each side at most.
    /// - Complexity: as that of a search for four places more, and 500 m farther.
    public func steadyNeighbours(
        _ most: Int = 1,
        of place: Coordinate,
        within radius: Double = .infinity
    ) -> SteadyNeighbours {
        var sides = Sides(Sides.longest)
        guard most > 0, radius >= 0 else { return SteadyNeighbours([], around: place, Sides(0)) }
        let near = nearest(most + Self.rivals, to: place, within: radius + Sides.longest)
        let found = near.prefix(most).prefix { $0.distance <= radius }
        let others = near[found.count...]
        for neighbour in found { sides.limit(to: radius - neighbour.distance) }
        if found.count < most {
            for other in others { sides.limit(to: other.distance - radius) }
        }
        let frame = LocalFrame(at: place)
        for (nearer, farther) in zip(found, found.dropFirst()) { sides.keep(nearer, before: farther, frame) }
        if found.count == most, let last = found.last {
            for other in others { sides.keep(last, before: other, frame) }
            // Of those that were not looked at none is nearer than the last that was.
            if others.count == Self.rivals, let farthest = others.last {
                sides.limit(to: (farthest.distance - last.distance) / 2)
            }
        }
        return SteadyNeighbours(found.map(\.number), around: place, sides)
    }

    /// How many that may be the next nearest are looked at.
    private static let rivals = 4
}
