import Testing

@testable import GeofenceCore

@Suite struct GeodesicTests {
    /// Metres by which a length may differ from the exact one.
    static let tolerance = 1e-7

    @Test func `agrees with the published geodesics`() throws {
        try expectLengths(GeodTestTable.rows, count: 20)
    }

    @Test(arguments: [
        (GeodSolveTable.anywhere, 40), (.short, 50), (.medium, 40), (.antimeridian, 30), (.polar, 20),
        (.antipodal, 40), (.equatorialAntipodal, 30), (.meridional, 20), (.equatorial, 20), (.special, 20),
    ])
    func `agrees with GeodSolve`(_ table: GeodSolveTable, _ count: Int) throws {
        try expectLengths(table.rawValue, count: count)
    }

    @Test func `is as long in both directions`() throws {
        var places = RandomPlaces(seed: 1)
        for step in 0..<2_000 {
            let (start, end) = (try places.place(), try places.place())
            let difference = Geodesic.distance(start, end) - Geodesic.distance(end, start)
            #expect(abs(difference) < Self.tolerance, "seed 1, step \(step): \(start), \(end)")
        }
    }

    @Test func `is zero from a place to itself`() throws {
        var places = RandomPlaces(seed: 2)
        for step in 0..<2_000 {
            let place = try places.place()
            #expect(Geodesic.distance(place, place) == 0, "seed 2, step \(step): \(place)")
        }
    }

    @Test func `is never longer than a detour`() throws {
        var places = RandomPlaces(seed: 3)
        for step in 0..<2_000 {
            let (start, middle, end) = (try places.place(), try places.place(), try places.place())
            let detour = Geodesic.distance(start, middle) + Geodesic.distance(middle, end)
            let direct = Geodesic.distance(start, end)
            #expect(direct <= detour + Self.tolerance, "seed 3, step \(step): \(start), \(middle), \(end)")
        }
    }

    /// By the short way and by the one for any length, which share nothing.
    @Test func `measures short ways by their chord as it measures long ones`() throws {
        var places = RandomPlaces(seed: 4)
        var count = 0
        for step in 0..<20_000 {
            let start = try places.place()
            let metres = Double(step % 150) * 100 + 0.5
            let end = Geodesic.destination(from: start, bearing: Double(step * 7 % 360), distance: metres)
            let (a, b) = (GeodesicPoint(start), GeodesicPoint(end))
            let gap = a.gap(to: b)
            guard gap <= Geodesic.shortGap, let short = Geodesic.short(a, b, gap: gap) else { continue }
            count += 1
            let long = Geodesic.long(a, b, gap: gap)
            #expect(abs(short - long) < 2e-8, "seed 4, step \(step): \(start), \(end)")
        }
        #expect(count > 10_000)
    }

    private func expectLengths(_ table: String, count: Int) throws {
        let cases = try GeodesicCase.table(table)
        #expect(cases.count == count)
        for expected in cases {
            let length = Geodesic.distance(expected.start, expected.end)
            #expect(abs(length - expected.length) <= Self.tolerance, "\(expected)")
        }
    }
}
