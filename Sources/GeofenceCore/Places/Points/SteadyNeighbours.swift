/// The places nearest to one that moves, and a box in which it may move while they stay the same, in the same
/// order.
public struct SteadyNeighbours: Sendable {
    /// The numbers of the places, the nearest first.
    public let numbers: [Int]
    /// Nil where the next move may change them.
    private let box: GridBox?

    init(_ numbers: [Int], around place: Coordinate, room: Double) {
        self.numbers = numbers
        box = GridBox(around: GeodesicPoint(place), room: room)
    }

    /// Whether these are the places nearest to another place, too; false where only a search can say that.
    public func hold(at place: Coordinate) -> Bool { box?.holds(place) ?? false }
}

extension PointIndex {
    /// Finds the places nearest to a place, as `nearest` does, and how far they stay that.
    ///
    /// A move of m metres changes each distance by m at most. So the order of two places stays as long as a
    /// move is less than half of what parts their distances, and a place stays within the radius, or beyond,
    /// as long as it is less than what parts its distance from that.
    ///
    /// - Parameters:
    ///   - most: how many to find; fewer come where there are no more.
    ///   - place: where to look from.
    ///   - radius: metres along the ellipsoid beyond which none counts; a place at that distance does.
    /// - Returns: the places found; they hold for moves of up to some 35 m.
    /// - Complexity: as that of a search for one place more.
    public func steadyNeighbours(
        _ most: Int = 1,
        of place: Coordinate,
        within radius: Double = .infinity
    ) -> SteadyNeighbours {
        guard most > 0, radius >= 0 else { return SteadyNeighbours([], around: place, room: 0) }
        let near = nearest(most + 1, to: place, within: radius + Self.reach)
        var room = Self.reach
        for (index, neighbour) in near.enumerated() {
            room = min(room, abs(neighbour.distance - radius))
            if index > 0 { room = min(room, (neighbour.distance - near[index - 1].distance) / 2) }
        }
        let found = near.prefix(most).prefix { $0.distance <= radius }
        return SteadyNeighbours(found.map(\.number), around: place, room: room)
    }

    /// Metres beyond which no move is looked ahead.
    private static let reach = 50.0
}
