@testable import GeofenceCore
import Testing

@Suite struct GridBoxTests {
    private func grid(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> GridBox {
        GridBox(BoundingBox(south: south, west: west, north: north, east: east))
    }

    private func holds(_ box: GridBox, _ place: Coordinate) -> Bool {
        box.contains(column: Cell.column(place.longitude), row: Cell.row(place.latitude))
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `holds what its box holds, and what a box larger by its resolution doesn't hold it leaves out`(
        _ seed: UInt64
    ) throws {
        var places = RandomPlaces(seed: seed)
        for step in 0..<3000 {
            let (center, metres) = (try places.place(), places.magnitude(in: 0.1...1_000_000))
            let box = BoundingBox(around: center, metres: metres)
            let larger = BoundingBox(around: center, metres: metres + 0.05)
            let place = try places.place(near: center, degrees: places.magnitude(in: 1e-7...20))
            if box.contains(place) { #expect(holds(GridBox(box), place), "seed \(seed), step \(step)") }
            if !larger.contains(place) { #expect(!holds(GridBox(box), place), "seed \(seed), step \(step)") }
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `overlaps what its box overlaps`(_ seed: UInt64) throws {
        var places = RandomPlaces(seed: seed)
        for step in 0..<3000 {
            let (a, b) = (try places.place(), try places.place())
            let first = BoundingBox(around: a, metres: places.magnitude(in: 1...10_000_000))
            let second = BoundingBox(around: b, metres: places.magnitude(in: 1...10_000_000))
            guard first.overlaps(second) else { continue }
            #expect(GridBox(first).overlaps(GridBox(second)), "seed \(seed), step \(step)")
        }
    }

    @Test func `crosses the antimeridian as its box does`() throws {
        let box = grid(-1, 179, 1, -179)
        #expect(box.crossesAntimeridian)
        #expect(holds(box, try Coordinate(latitude: 0, longitude: 180)))
        #expect(holds(box, try Coordinate(latitude: 0, longitude: -179.5)))
        #expect(!holds(box, try Coordinate(latitude: 0, longitude: 178)))
    }

    @Test func `holds all longitudes where the gap is smaller than the resolution`() throws {
        let box = grid(-1, 10.000_000_01, 1, 10)
        #expect(holds(box, try Coordinate(latitude: 0, longitude: -170)))
        #expect(holds(box, try Coordinate(latitude: 0, longitude: 170)))
    }

    @Test(arguments: [(0.001, 18), (0.0054, 16), (0.0056, 14), (1, 8), (80, 2), (100, 0)])
    func `is looked up on the level that its size gives, wherever it lies`(_ size: Double, _ level: Int) {
        for step in 0..<100 {
            let west = Double(step) * 0.000_77
            let span = CellSpan(grid(0, west, size / 2, west + size))
            #expect(span.level == level)
            #expect(span.columns(level: level).count <= 2 && span.rows(level: level).count <= 2)
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `a box of some metres holds all places within them, and hardly more`(_ seed: UInt64) throws {
        var places = RandomPlaces(seed: seed)
        for step in 0..<1000 {
            let center = try places.place()
            let metres = places.magnitude(in: 0.01...1000)
            guard let box = GridBox(of: metres, around: GeodesicPoint(center)) else { continue }
            for bearing in stride(from: 0.0, to: 360, by: 15) {
                let place = Geodesic.destination(from: center, bearing: bearing, distance: metres)
                #expect(
                    holds(box, place),
                    "seed \(seed), step \(step): \(bearing) from \(center), \(metres) m"
                )
            }
            for bearing in stride(from: 0.0, to: 360, by: 90) {
                let place = Geodesic.destination(
                    from: center,
                    bearing: bearing,
                    distance: 1.02 * metres + 0.1
                )
                #expect(
                    !holds(box, place),
                    "seed \(seed), step \(step): \(bearing) from \(center), \(metres) m"
                )
            }
        }
    }

    @Test(arguments: [(80.0, 5.0), (-85, 5), (50, 179.9999), (50, -179.9999), (50, 180)])
    func `there is none of some metres where it would be none of use`(_ latitude: Double, _ longitude: Double)
        throws
    {
        let place = GeodesicPoint(try Coordinate(latitude: latitude, longitude: longitude))
        #expect(GridBox(of: 100, around: place) == nil)
    }
}
