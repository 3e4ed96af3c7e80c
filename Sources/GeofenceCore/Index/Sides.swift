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
