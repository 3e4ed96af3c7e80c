import BenchmarkSupport
package import GeofenceCore

/// The way of a person among circles whose edges run through the places where most time was spent.
package struct RecordedWay: Sendable {
    package let fixes: [Recording.Fix]
    package let circles: [Circle]

    /// Seconds around a fix over which the median of its neighbours is the truth.
    private static let truthWithin: Int64 = 60
    /// Metres of the squares in which time is counted.
    private static let square = 50.0
    /// Seconds; a longer silence counts for no place.
    static let longestSilence: Int64 = 300
    /// Metres; the edges are not farther off.
    private static let reach = 40.0

    /// Puts some circles of 25 to 200 m, one after the other, at as many of the places where most time was
    /// spent, or several at each where there are fewer.
    package init(_ fixes: [Recording.Fix], circles count: Int, places: Int, seed: UInt64) throws {
        self.fixes = fixes
        var generator = SeededGenerator(seed: seed)
        let favourites = try Self.favourites(fixes, places)
        circles = try (0..<(favourites.isEmpty ? 0 : count)).map { index in
            let place = favourites[index % favourites.count]
            let radius = generator.uniform(25..<200)
            let distance = radius + generator.uniform(-Self.reach..<Self.reach)
            let center = Geodesic.destination(
                from: place,
                bearing: generator.uniform(0..<360),
                distance: max(0, distance)
            )
            return try Circle(center: center, radius: radius)
        }
    }

    /// The middles of the squares where most time was spent, the most first.
    private static func favourites(_ fixes: [Recording.Fix], _ count: Int) throws -> [Coordinate] {
        struct Square: Hashable, Comparable {
            var east, north: Int
            static func < (a: Square, b: Square) -> Bool { (a.east, a.north) < (b.east, b.north) }
        }
        guard let first = fixes.first else { return [] }
        let site = try Site(first.place)
        var spent: [Square: Int64] = [:]
        for (fix, next) in zip(fixes, fixes.dropFirst()) {
            let point = site.point(fix.place)
            let square = Square(
                east: Int((point.east / Self.square).rounded(.down)),
                north: Int((point.north / Self.square).rounded(.down))
            )
            let seconds = next.second - fix.second
            if seconds <= longestSilence { spent[square, default: 0] += seconds }
        }
        return try spent.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.prefix(count).map { square, _ in
            let point = Point(east: Double(square.east) + 0.5, north: Double(square.north) + 0.5)
            return try site.coordinate(point * Self.square)
        }
    }

    /// The places that are held for true: the medians of the fixes of a minute before and after each.
    package func truth() throws -> [Coordinate] {
        guard let first = fixes.first else { return [] }
        let site = try Site(first.place)
        let points = fixes.map { site.point($0.place) }
        var (oldest, next) = (0, 0)
        return try fixes.map { fix in
            let second = fix.second
            while fixes[oldest].second < second - Self.truthWithin { oldest += 1 }
            while next < fixes.count, fixes[next].second <= second + Self.truthWithin { next += 1 }
            let near = points[oldest..<next]
            return try site.coordinate(
                Point(east: Self.median(near.map(\.east)), north: Self.median(near.map(\.north)))
            )
        }
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
