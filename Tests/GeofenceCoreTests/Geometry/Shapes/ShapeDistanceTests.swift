@testable import GeofenceCore
import Testing

@Suite struct ShapeDistanceTests {
    static let cases = (try? ShapeCase.table(ShapeDistanceTable.rows)) ?? []

    @Test(arguments: cases)
    func `distances are those of another program`(_ known: ShapeCase) {
        let shape = PreparedShape(known.shape)
        for (place, expected) in known.places {
            let distance = shape.signedDistance(to: GeodesicPoint(place))
            let tolerance = max(0.01, 1e-6 * abs(expected))
            #expect(abs(distance - expected) <= tolerance, "\(known), \(place): \(distance), not \(expected)")
        }
    }

    @Test func `all cases are there`() throws {
        let cases = try ShapeCase.table(ShapeDistanceTable.rows)
        #expect([cases.count, cases.reduce(0) { $0 + $1.places.count }] == [24, 401])
    }

    @Test(arguments: cases)
    func `a box holds what is within reach`(_ known: ShapeCase) {
        let shape = PreparedShape(known.shape)
        for (place, distance) in known.places where distance < 15_000_000 {
            let box = shape.box(reach: max(0, distance) + 0.01 + 1e-6 * abs(distance))
            #expect(box.contains(place), "\(known), \(place)")
        }
    }
}
