import GeofenceCore
import Testing

@Suite struct BearingTests {
    @Test func `agrees with geographiclib`() throws {
        let cases = try GeodesicCase.table(BearingTable.rows)
        #expect(cases.count == 74)
        for row in cases {
            let bearing = Geodesic.bearing(from: row.start, to: row.end)
            let difference = (bearing - row.length).remainder(dividingBy: 360)
            #expect(abs(difference) < 1e-6, "\(row.start) to \(row.end): \(bearing), not \(row.length)")
        }
    }

    @Test(arguments: [
        (0.0, 0.0, 1.0, 0.0, 0.0), (1, 0, 0, 0, 180), (0, 0, 0, 1, 90), (0, 0, 0, -1, 270), (7, 8, 7, 8, 0),
        (0, 179, 0, -179, 90), (0, -179, 0, 179, 270), (80, 0, 80, 180, 0), (-80, 0, -80, 180, 180),
    ])
    func `is told clockwise from north`(
        _ fromLatitude: Double,
        _ fromLongitude: Double,
        _ toLatitude: Double,
        _ toLongitude: Double,
        _ bearing: Double
    ) throws {
        let start = try Coordinate(latitude: fromLatitude, longitude: fromLongitude)
        let end = try Coordinate(latitude: toLatitude, longitude: toLongitude)
        #expect(abs(Geodesic.bearing(from: start, to: end) - bearing) < 1e-9)
    }

    @Test func `leads to the other place`() throws {
        var places = RandomPlaces(seed: 41)
        for step in 0..<500 {
            let start = try places.place()
            let end = try places.place(near: start, degrees: 1)
            let bearing = Geodesic.bearing(from: start, to: end)
            let distance = Geodesic.distance(start, end)
            let reached = Geodesic.destination(from: start, bearing: bearing, distance: distance)
            let miss = Geodesic.distance(reached, end)
            #expect(
                (0..<360).contains(bearing) && miss < 0.01,
                "seed 41, step \(step): \(start), \(end), \(miss)"
            )
        }
    }
}
