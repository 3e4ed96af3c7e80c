@testable import GeofenceCore
import Testing

@Suite struct PreparedCircleTests {
    @Test func `measures from the edge, negative inside`() throws {
        let cases = try GeodesicCase.table(
            GeodSolveTable.medium.rawValue + "\n" + GeodSolveTable.short.rawValue
        )
        for known in cases {
            let circle = try PreparedCircle(Circle(center: known.start, radius: 100_000))
            let distance = circle.signedDistance(to: GeodesicPoint(known.end))
            #expect(abs(distance - (known.length - 100_000)) <= GeodesicTests.tolerance, "\(known)")
        }
    }

    @Test func `keeps its places as it grows`() throws {
        var places = RandomPlaces(seed: 4)
        for step in 0..<500 {
            let (center, place) = (try places.place(), GeodesicPoint(try places.place()))
            let radii = (0..<8).map { _ in places.magnitude(in: 1...20_000_000) }.sorted()
            let inside = try radii.map {
                try PreparedCircle(Circle(center: center, radius: $0)).signedDistance(to: place) <= 0
            }
            #expect(inside == inside.filter { !$0 } + inside.filter { $0 }, "seed 4, step \(step)")
        }
    }
}
