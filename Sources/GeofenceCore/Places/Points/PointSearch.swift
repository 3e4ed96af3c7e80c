/// What a search for the nearest places has found up to now.
struct PointSearch {
    /// The place to look from, as a point.
    let point: UnitPoint
    /// The square of the straight distance beyond which no point can be one of the nearest.
    private(set) var limit: Float
    /// The nearest ones, in order.
    private(set) var found: [Neighbour] = []
    private let most: Int
    private let radius: Double
    private let start: GeodesicPoint

    init(most: Int, from place: Coordinate, within radius: Double) {
        (self.most, self.radius) = (most, radius)
        point = UnitPoint(place)
        start = GeodesicPoint(place)
        limit = UnitPoint.square(metres: radius)
        found.reserveCapacity(min(most, 64))
    }

    /// Measures a place and keeps it where it is one of the nearest.
    mutating func add(_ number: Int, _ place: Coordinate) {
        let distance = Geodesic.distance(start, GeodesicPoint(place))
        let neighbour = Neighbour(number: number, place: place, distance: distance)
        guard distance <= radius, found.count < most || found.last.map(neighbour.isBefore) == true else {
            return
        }
        if found.count == most { found.removeLast() }
        let index = found.lastIndex { $0.isBefore(neighbour) }.map { $0 + 1 } ?? 0
        found.insert(neighbour, at: index)
        if found.count == most, let last = found.last {
            limit = min(limit, UnitPoint.square(metres: last.distance))
        }
    }
}
