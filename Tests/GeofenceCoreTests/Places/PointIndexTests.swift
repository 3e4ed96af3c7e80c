import GeofenceCore
import Testing

@Suite struct PointIndexTests {
    @Test(arguments: [0, 1, 7, 8, 9, 17, 100, 1_000], 1...3 as ClosedRange<UInt64>)
    func `finds what a look at every place finds`(_ count: Int, _ seed: UInt64) throws {
        var random = RandomPlaces(seed: seed)
        let places = try (0..<count).map { _ in try random.place() }
        let index = PointIndex(places)
        #expect(index.count == count)
        for step in 0..<20 {
            let place =
                try step < 10 || count == 0
                ? random.place() : random.place(near: places[step % count], degrees: 1)
            let radius = step % 2 == 0 ? .infinity : random.magnitude(in: 100...2e7)
            try compare(
                index,
                places,
                place,
                most: 1 + step % 12,
                within: radius,
                "seed \(seed), step \(step)"
            )
        }
    }

    @Test(arguments: [(0.0, 180.0), (90, 0), (-90, 12), (52.5, 13.4), (89.999, -180), (0, 0)])
    func `finds what is close by`(_ latitude: Double, _ longitude: Double) throws {
        var random = RandomPlaces(seed: 77)
        let middle = try Coordinate(latitude: latitude, longitude: longitude)
        let places = try (0..<600).map { step in
            try random.place(near: middle, degrees: step % 3 == 0 ? 0.000_05 : 0.05)
        }
        let index = PointIndex(places)
        for step in 0..<40 {
            let place = try random.place(near: middle, degrees: step % 2 == 0 ? 0.000_1 : 0.1)
            try compare(index, places, place, most: 5, within: step % 3 == 0 ? 50 : .infinity, "step \(step)")
        }
    }

    @Test func `tells those at one place by their numbers`() throws {
        let place = try Coordinate(latitude: 52.5, longitude: 13.4)
        let index = PointIndex(Array(repeating: place, count: 50))
        #expect(index.nearest(4, to: place).map(\.number) == [0, 1, 2, 3])
        #expect(index.nearest(2, to: place, where: { $0 % 10 == 9 }).map(\.number) == [9, 19])
    }

    @Test func `takes a place at the edge of the radius, and none beyond`() throws {
        let (place, other) = (
            try Coordinate(latitude: 0, longitude: 0), try Coordinate(latitude: 0, longitude: 1)
        )
        let (index, distance) = (PointIndex([other]), Geodesic.distance(place, other))
        #expect(index.nearest(to: place, within: distance).map(\.distance) == [distance])
        #expect(index.nearest(to: place, within: distance.nextDown).isEmpty)
        #expect(index.nearest(to: place, within: .nan).isEmpty)
        #expect(index.nearest(0, to: place).isEmpty)
    }

    private func compare(
        _ index: PointIndex,
        _ places: [Coordinate],
        _ place: Coordinate,
        most: Int,
        within radius: Double,
        _ about: Comment
    ) throws {
        let all = places.enumerated().map {
            (number: $0.offset, distance: Geodesic.distance(place, $0.element))
        }
        let oracle = all.filter { $0.distance <= radius && $0.number % 5 != 3 }
            .sorted { ($0.distance, $0.number) < ($1.distance, $1.number) }.prefix(most)
        let found = index.nearest(most, to: place, within: radius) { $0 % 5 != 3 }
        try #require(found.map(\.number) == oracle.map(\.number), about)
        try #require(found.map(\.distance) == oracle.map(\.distance), about)
        try #require(found.map(\.place) == oracle.map { places[$0.number] }, about)
    }
}
