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

    /// As many metres to each.
    init(each metres: Double) { (north, east, south, west) = (metres, metres, metres, metres) }

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

    /// Leaves only what is on the same side of a circle's edge as the middle, which is so many signed metres
    /// from it.
    ///
    /// Where the center is too far away for the plane, only a square is left that is that far from the edge.
    mutating func stayOnOneSide(of circle: PreparedCircle, from middle: GeodesicPoint, distance: Double) {
        // No corner is so far away.
        guard abs(distance) < 2 * max(max(north, south), max(east, west)) else { return }
        guard distance + circle.radius <= LocalFrame.reach else { return limit(to: abs(distance)) }
        let center = circle.center(seenFrom: middle)
        if distance > 0 {
            cut(along: center, at: (distance + circle.radius) * distance)
        } else {
            stayIn(center, circle.radius)
        }
    }

    /// Leaves no corner outside of a circle that holds the middle.
    ///
    /// A rectangle around the circle's own center lies in the circle where one of its corners does. The
    /// largest one that is of use has both sides that are left now; the smallest one just holds the middle.
    /// Of those in between, the one is taken whose corner is on the edge.
    private mutating func stayIn(_ center: Offset, _ radius: Double) {
        let (leastAcross, leastUp) = (abs(center.east), abs(center.north))
        let across = max(east - center.east, west + center.east) - leastAcross
        let up = max(north - center.north, south + center.north) - leastUp
        // (least + share · way)² = radius²
        let room = radius * radius - center.square
        guard room > 0 else { return limit(to: 0) }
        let (square, product) = (across * across + up * up, leastAcross * across + leastUp * up)
        guard square + 2 * product > room else { return }
        let share = room / (product + (product * product + square * room).squareRoot())
        let (halfAcross, halfUp) = (leastAcross + share * across, leastUp + share * up)
        (east, west) = (min(east, halfAcross + center.east), min(west, halfAcross - center.east))
        (north, south) = (min(north, halfUp + center.north), min(south, halfUp - center.north))
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
