import Testing

@testable import GeofenceCore

@Suite struct SteadyNeighboursTests {
    @Test(arguments: [(0.0, 180.0), (90, 0), (-60, 12), (52.5, 13.4), (79.99, -180), (0, 0)], 1...4)
    func `are the nearest for as long as they hold`(_ middle: (Double, Double), _ most: Int) throws {
        var random = RandomPlaces(seed: UInt64(most))
        let middle = try Coordinate(latitude: middle.0, longitude: middle.1)
        let index = PointIndex(
            try (0..<400).map { step in
                try random.place(near: middle, degrees: step % 3 == 0 ? 0.001 : 0.02)
            }
        )
        var held = 0
        for step in 0..<300 {
            let place = try random.place(near: middle, degrees: step % 2 == 0 ? 0.001 : 0.02)
            let radius = step % 3 == 0 ? .infinity : random.magnitude(in: 10...1000)
            let steady = index.steadyNeighbours(most, of: place, within: radius)
            #expect(steady.numbers == index.nearest(most, to: place, within: radius).map(\.number))
            for _ in 0..<20 {
                let other = try random.place(near: place, degrees: random.magnitude(in: 1e-6...1e-2))
                guard steady.hold(at: other) else { continue }
                held += 1
                let numbers = index.nearest(most, to: other, within: radius).map(\.number)
                try #require(steady.numbers == numbers, "step \(step): \(place) to \(other)")
            }
        }
        // Near the poles and the antimeridian there is no box.
        #expect(held > 0 || abs(middle.latitude) > 79 || abs(middle.longitude) == 180)
    }

    @Test func `hold until half of the way to where the next is as near`() throws {
        let index = PointIndex(try [0, 0.001].map { try Coordinate(latitude: 0, longitude: $0) })
        let steady = index.steadyNeighbours(of: try Coordinate(latitude: 0, longitude: 0.0001))
        #expect(steady.numbers == [0])
        #expect(steady.hold(at: try Coordinate(latitude: 0, longitude: 0.0002)))
        #expect(!steady.hold(at: try Coordinate(latitude: 0, longitude: 0.0005)))
    }

    @Test func `hold far away from the next, near as that is on the other side`() throws {
        let index = PointIndex(try [0, 0.01].map { try Coordinate(latitude: 0, longitude: $0) })
        let steady = index.steadyNeighbours(of: try Coordinate(latitude: 0, longitude: 0.0049))
        #expect(steady.hold(at: try Coordinate(latitude: 0, longitude: 0.0025)))
        #expect(steady.hold(at: try Coordinate(latitude: 0.0025, longitude: 0.0049)))
        #expect(!steady.hold(at: try Coordinate(latitude: 0, longitude: 0.00501)))
        #expect(!steady.hold(at: try Coordinate(latitude: 0, longitude: 0.0001)))
    }

    @Test func `hold where several are in one place, and nowhere where they are nearly in one`() throws {
        let place = try Coordinate(latitude: 52.5, longitude: 13.4)
        let same = PointIndex([place, place])
        #expect(same.steadyNeighbours(of: place).hold(at: place))
        let next = try Coordinate(latitude: 52.5, longitude: 13.4.nextUp)
        let other = try Coordinate(latitude: 52.5, longitude: 13.401)
        #expect(!PointIndex([place, next]).steadyNeighbours(of: other).hold(at: other))
    }

    @Test func `hold near one that is more than 5 km away`() throws {
        let index = PointIndex(try [0, 0.2].map { try Coordinate(latitude: 0, longitude: $0) })
        let steady = index.steadyNeighbours(of: try Coordinate(latitude: 0, longitude: 0.098))
        #expect(steady.hold(at: try Coordinate(latitude: 0, longitude: 0.097)))
        #expect(!steady.hold(at: try Coordinate(latitude: 0, longitude: 0.1001)))
    }

    @Test func `hold up to the radius`() throws {
        let index = PointIndex([try Coordinate(latitude: 0, longitude: 0)])
        let steady = index.steadyNeighbours(of: try Coordinate(latitude: 0, longitude: 0.001), within: 200)
        #expect(steady.hold(at: try Coordinate(latitude: 0, longitude: 0.0014)))
        #expect(!steady.hold(at: try Coordinate(latitude: 0, longitude: 0.0019)))
    }

    @Test func `hold nowhere between two that are as near`() throws {
        let index = PointIndex(try [0, 0.001].map { try Coordinate(latitude: 0, longitude: $0) })
        let middle = try Coordinate(latitude: 0, longitude: 0.0005)
        #expect(!index.steadyNeighbours(of: middle).hold(at: middle))
    }

    @Test func `are none where none is asked for`() throws {
        let place = try Coordinate(latitude: 0, longitude: 0)
        let index = PointIndex([place])
        #expect(index.steadyNeighbours(0, of: place).numbers.isEmpty)
        #expect(index.steadyNeighbours(of: place, within: .nan).numbers.isEmpty)
        #expect(PointIndex([]).steadyNeighbours(of: place).numbers.isEmpty)
    }
}
