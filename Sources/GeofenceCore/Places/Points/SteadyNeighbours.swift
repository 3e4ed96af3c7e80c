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

/// How many metres one may go to each side.
struct Sides {
    private(set) var north, east, south, west: Double

    /// Metres beyond which no move is looked ahead.
    static let longest = 500.0
    /// How wrong a distance in the plane may be, as a part of it: at 5 km it is a millionth.
    private static let error = 1e-5

    /// So that no corner is farther than some metres.
    init(_ metres: Double) {
        let side = metres * 0.5.squareRoot()
        (north, east, south, west) = (side, side, side, side)
    }

    /// Leaves no corner that is farther than some metres.
    mutating func limit(to metres: Double) {
        let most = Sides(max(0, metres))
        (north, east) = (min(north, most.north), min(east, most.east))
        (south, west) = (min(south, most.south), min(west, most.west))
    }

    /// Leaves only what is nearer to one place than to another.
    mutating func keep(_ nearer: Neighbour, before farther: Neighbour, _ frame: LocalFrame) {
        guard let near = frame.offset(of: nearer.place), let far = frame.offset(of: farther.place) else {
            return limit(to: (farther.distance - nearer.distance) / 2)
        }
        // Two in one place are in the order of their numbers everywhere.
        guard nearer.place != farther.place else { return }
        let direction = far - near
        guard direction != .zero else { return limit(to: 0) }
        // (far - m)² > (near - m)², with as much to spare as all of these may be wrong by.
        let (sum, difference) = (farther.distance + nearer.distance, farther.distance - nearer.distance)
        let reach = sum + 2 * Self.longest
        cut(along: direction, at: sum * difference / 2 - 2 * Self.error * reach * reach)
    }

    /// Leaves no move whose product with a direction is greater: as much of the sides to that as makes the
    /// largest rectangle.
    private mutating func cut(along direction: Offset, at length: Double) {
        let length = max(0, length)
        let (across, up) = (abs(direction.east), abs(direction.north))
        var (x, y) = (direction.east > 0 ? east : west, direction.north > 0 ? north : south)
        guard across * x + up * y > length else { return }
        if across > 0 { x = min(x, max(length / 2, length - up * y) / across) }
        if up > 0 { y = min(y, max(0, length - across * x) / up) }
        if direction.east > 0 { east = x } else { west = x }
        if direction.north > 0 { north = y } else { south = y }
    }
}
