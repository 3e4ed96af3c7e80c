@testable import GeofenceCore
import Testing

@Suite struct FenceIndexTests {
    /// Boxes of all sorts, and the same ones in a list that is scanned.
    struct Pair {
        var index = FenceIndex()
        var list: [Int32: BoundingBox] = [:]
        var places: RandomPlaces
        var largest = 20_000_000.0

        mutating func insert(_ slot: Int32) throws {
            let center = try places.place()
            let radius = places.magnitude(in: 0.1...largest)
            let box = try Circle(center: center, radius: radius).box(reach: 0)
            index.insert(slot, box: box)
            list[slot] = box
        }

        mutating func remove(_ slot: Int32) {
            guard let box = list.removeValue(forKey: slot) else { return }
            index.remove(slot, box: box)
        }

        /// A place anywhere, or on or near a box.
        mutating func place() throws -> Coordinate {
            let slots = list.keys.sorted()
            guard !slots.isEmpty, places.index(below: 4) > 0 else { return try places.place() }
            guard let box = list[slots[places.index(below: slots.count)]] else { return try places.place() }
            let corner = try Coordinate(
                latitude: places.index(below: 2) == 0 ? box.south : box.north,
                longitude: places.index(below: 2) == 0 ? box.west : box.east
            )
            guard places.index(below: 2) > 0 else { return corner }
            return try places.place(near: corner, degrees: places.magnitude(in: 1e-6...10))
        }

        /// Takes a fence out or puts one in, and gives a place to ask for.
        mutating func change(below limit: Int) throws -> Coordinate {
            let slot = Int32(places.index(below: limit))
            remove(slot)
            if places.index(below: 4) > 0 { try insert(slot) }
            return try place()
        }

        func found(at place: Coordinate) -> [Int32] {
            var found: [Int32] = []
            index.candidates(at: place, into: &found)
            return found.sorted()
        }

        func found(within metres: Double, of place: Coordinate) -> [Int32] {
            var found: [Int32] = []
            index.candidates(within: metres, of: place, into: &found)
            return found.sorted()
        }

        /// Those in cells of no more than 65,536 columns: places there are as exact as they are anywhere.
        func fine(_ slots: [Int32]) -> [Int32] {
            slots.filter { list[$0].map { CellSpan(GridBox($0)).level >= 15 } ?? false }
        }

        /// How many cells `visit` looks at, counted level by level.
        func lookedAt(_ span: CellSpan) -> Int {
            let isFine = index.levels >> UInt32(Cell.pivot) != 0
            var count = stride(from: 0, to: isFine ? Cell.pivot : Cell.finest + 1, by: 2)
                .filter { index.levels >> UInt32($0) & 1 != 0 }.reduce(0) { $0 + span.count(level: $1) }
            guard isFine else { return count }
            var cells = Self.cells(of: span, Cell.pivot)
            for level in stride(from: Cell.pivot, through: Cell.finest, by: 2) {
                count += cells.count
                let deep = Set(cells.filter { index.cells.contents(of: $0.key(on: level)).hasFiner })
                guard !deep.isEmpty else { break }
                cells = Self.cells(of: span, level + 2).filter {
                    deep.contains(Place(column: $0.column >> 2, row: $0.row >> 2))
                }
            }
            return count
        }

        private struct Place: Hashable {
            let column, row: Int

            func key(on level: Int) -> UInt64 { Cell.key(level: level, column: column, row: row) }
        }

        private static func cells(of span: CellSpan, _ level: Int) -> [Place] {
            span.rows(level: level).flatMap { row in
                span.columns(level: level).map { Place(column: $0, row: row) }
            }
        }

        func scanned(_ isWanted: (BoundingBox) -> Bool) -> [Int32] {
            list.filter { isWanted($0.value) }.keys.sorted()
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `finds what a linear scan finds while fences come and go`(_ seed: UInt64) throws {
        var pair = Pair(places: RandomPlaces(seed: seed), largest: 500)
        for step in 0..<600 {
            let place = try pair.change(below: 300)
            let (column, row) = (Cell.column(place.longitude), Cell.row(place.latitude))
            let expected = pair.scanned { GridBox($0).contains(column: column, row: row) }
            #expect(
                pair.fine(pair.found(at: place)) == pair.fine(expected),
                "seed \(seed), step \(step): \(place)"
            )
        }
    }

    @Test(arguments: 11...18 as ClosedRange<UInt64>)
    func `finds what is within reach, each once`(_ seed: UInt64) throws {
        var pair = Pair(places: RandomPlaces(seed: seed), largest: 500)
        for step in 0..<400 {
            let place = try pair.change(below: 500)
            let metres = pair.places.magnitude(in: 0.1...500_000)
            let reach = BoundingBox(around: place, metres: metres)
            let expected = pair.scanned { GridBox($0).overlaps(GridBox(reach)) }
            #expect(
                pair.fine(pair.found(within: metres, of: place)) == pair.fine(expected),
                "seed \(seed), step \(step): \(place), \(metres) m"
            )
        }
    }

    @Test(arguments: 21...28 as ClosedRange<UInt64>)
    func `misses nothing of any size, and finds little that is not there`(_ seed: UInt64) throws {
        var pair = Pair(places: RandomPlaces(seed: seed))
        for step in 0..<600 {
            let place = try pair.change(below: 300)
            let metres = pair.places.magnitude(in: 0.1...20_000_000)
            let spot = BoundingBox(around: place, metres: 0)
            let reach = BoundingBox(around: place, metres: metres)
            for (found, other) in [
                (pair.found(at: place), spot), (pair.found(within: metres, of: place), reach),
            ] {
                let least = pair.scanned { GridBox($0).overlaps(GridBox(other)) }
                let most = pair.scanned { Self.mayOverlap($0, other) }
                #expect(Set(found).count == found.count, "seed \(seed), step \(step): one is there twice")
                #expect(Set(least).isSubset(of: found), "seed \(seed), step \(step): \(place), \(metres) m")
                #expect(Set(most).isSuperset(of: found), "seed \(seed), step \(step): \(place), \(metres) m")
            }
            let single = pair.scanned { CellSpan(GridBox($0)).isFound(at: place) }
            #expect(pair.found(at: place) == single, "seed \(seed), step \(step): \(place)")
        }
    }

    /// Whether two boxes are at most a 10,000th of their size apart; to the east and west any, where the
    /// second goes around half of the Earth.
    private static func mayOverlap(_ a: BoundingBox, _ b: BoundingBox) -> Bool {
        func width(_ box: BoundingBox) -> Double {
            box.crossesAntimeridian ? box.east - box.west + 360 : box.east - box.west
        }
        let (widthA, widthB) = (width(a), width(b))
        let slack = 1e-4 * max(max(widthA, widthB), max(a.north - a.south, b.north - b.south)) + 1e-6
        guard a.south <= b.north + slack, b.south <= a.north + slack else { return false }
        // A box that touches all columns of a level.
        if widthB > 179 { return true }
        let apart = abs(a.west + widthA / 2 - b.west - widthB / 2).truncatingRemainder(dividingBy: 360)
        return min(apart, 360 - apart) <= (widthA + widthB) / 2 + slack
    }

    /// Each is entered, and looked for by a box of its own.
    @Test(arguments: 41...48 as ClosedRange<UInt64>)
    func `the cells that a box touches and all cells have the same in them`(_ seed: UInt64) throws {
        var pair = Pair(places: RandomPlaces(seed: seed))
        for step in 0..<300 {
            let place = try pair.change(below: 300)
            // What visits a cell for each metre of a large box takes long.
            let metres = pair.places.magnitude(in: 0.1...(step % 10 == 0 ? 20_000_000 : 50_000))
            let span = CellSpan(GridBox(BoundingBox(around: place, metres: metres)))
            guard span.count(level: 31 - pair.index.levels.leadingZeroBitCount) < 100_000 else { continue }
            var (visited, scanned): ([Int32], [Int32]) = ([], [])
            pair.index.visit(span, into: &visited)
            pair.index.scan(span, into: &scanned)
            #expect(visited.sorted() == scanned.sorted(), "seed \(seed), step \(step): \(place), \(metres) m")
        }
    }

    /// Some hundred metres: with boxes of a palm's size and of a building's beside each other, with the small
    /// ones alone, and with two sizes that are far apart.
    @Test(
        arguments: 61...66 as ClosedRange<UInt64>,
        [[0.1...1000], [0.1...0.3], [20...40], [0.1...0.3, 20...40], [0.1...0.3, 2000...3000]]
    )
    func `the same near very small boxes, and no more cells than are said`(
        _ seed: UInt64,
        _ sizes: [ClosedRange<Double>]
    ) throws {
        var pair = Pair(places: RandomPlaces(seed: seed))
        let middle = try Coordinate(
            latitude: pair.places.number(in: -85...85),
            longitude: seed % 2 == 0 ? 180 : pair.places.number(in: -180...180)
        )
        for step in 0..<100 {
            let slot = Int32(pair.places.index(below: 100))
            pair.remove(slot)
            if pair.places.index(below: 4) > 0 {
                let center = try pair.places.place(near: middle, degrees: 0.01)
                let radius = pair.places.magnitude(in: sizes[pair.places.index(below: sizes.count)])
                let box = try Circle(center: center, radius: radius).box(reach: 0)
                pair.index.insert(slot, box: box)
                pair.list[slot] = box
            }
            let place = try pair.places.place(near: middle, degrees: 0.01)
            let metres = pair.places.magnitude(in: 0.1...100)
            let span = CellSpan(GridBox(BoundingBox(around: place, metres: metres)))
            var (visited, scanned): ([Int32], [Int32]) = ([], [])
            pair.index.visit(span, into: &visited)
            pair.index.scan(span, into: &scanned)
            #expect(visited.sorted() == scanned.sorted(), "seed \(seed), step \(step): \(place), \(metres) m")
            let single = pair.scanned { CellSpan(GridBox($0)).isFound(at: place) }
            #expect(pair.found(at: place) == single, "seed \(seed), step \(step): \(place)")
            let (looked, most) = (pair.lookedAt(span), pair.index.mostVisited(span))
            #expect(looked <= most, "seed \(seed), step \(step): \(place), \(metres) m")
        }
    }

    /// As many cells as a box touches of the levels in use, and not of all finer ones.
    @Test func `where all boxes are small few cells are looked at`() throws {
        var places = RandomPlaces(seed: 81)
        let middle = try Coordinate(latitude: 52, longitude: 13)
        var index = FenceIndex()
        for slot in 0..<3000 {
            let place = try places.place(near: middle, degrees: 0.3)
            index.insert(Int32(slot), box: try Circle(center: place, radius: 40).box(reach: 0))
        }
        #expect(index.levels == 1 << 18)
        for (metres, most) in [(100.0, 25), (500, 200)] {
            let span = CellSpan(GridBox(BoundingBox(around: middle, metres: metres)))
            #expect(index.mostVisited(span) <= most, "\(metres) m")
        }
    }

    /// What was made for very many stays large when they go: that is no reason to look at each cell of a
    /// large box.
    @Test(arguments: [0.1, 30, 200]) func `few that are left of very many are found at once`(_ radius: Double)
        throws
    {
        var places = RandomPlaces(seed: 71)
        let middle = try Coordinate(latitude: 52, longitude: 13)
        var index = FenceIndex()
        let boxes = try (0..<20_000).map { number in
            try Circle(
                center: places.place(near: middle, degrees: 5),
                radius: number < 19_990 ? 200 : radius
            ).box(reach: 0)
        }
        for (slot, box) in boxes.enumerated() { index.insert(Int32(slot), box: box) }
        for (slot, box) in boxes.enumerated().dropLast(10) { index.remove(Int32(slot), box: box) }
        // A cell of the pivot for each 0.2 km², and more.
        let wide = CellSpan(GridBox(BoundingBox(around: middle, metres: 4e6)))
        #expect(radius >= 200 || index.mostVisited(wide) > 50_000_000)
        for metres in [1e5, 1e6, 4e6, 1e7, 2e7] {
            var found: [Int32] = []
            index.candidates(within: metres, of: middle, into: &found)
            #expect(metres < 1e6 || found.count == 10, "\(metres) m")
        }
    }

    @Test func `small boxes are found by one around the Earth, which touches cells from both sides`() {
        var index = FenceIndex()
        func box(_ west: Double, _ east: Double) -> BoundingBox {
            BoundingBox(south: 0, west: west, north: 0.0001, east: east)
        }
        index.insert(3, box: box(-180, -179.999))
        index.insert(4, box: box(12.999, 13))
        index.insert(5, box: box(179.999, 180))
        for other in [box(-180, 180), box(-179.9995, 179.9999), box(13, 12.9995)] {
            let span = CellSpan(GridBox(other))
            var (visited, scanned): ([Int32], [Int32]) = ([], [])
            index.visit(span, into: &visited)
            index.scan(span, into: &scanned)
            #expect(visited.sorted() == scanned.sorted() && visited.count == 3, "\(other)")
        }
    }

    /// A box at each end of what longitudes and latitudes there are, beside boxes that have a place in common
    /// with it and boxes that have none.
    @Test(arguments: [
        // Ends at 180 degrees; begins at it; the same place by its other name.
        (
            box: [0, 170, 1, 180], with: [[0, 180, 1, 180], [0, 179, 1, -179]], without: [[0, 169, 1, 169.9]]
        ),
        (
            box: [0, -180, 1, -170], with: [[0, -180, 1, -175], [0, 179, 1, -179]],
            without: [[0, -169, 1, -160]]
        ),
        // Across the antimeridian, and around the Earth.
        (
            box: [0, 179, 1, -179],
            with: [[0, 179.5, 1, 179.6], [0, -179.5, 1, -179.4], [0, -180, 1, 180]],
            without: [[0, 178, 1, 178.9], [0, -178.9, 1, -178]]
        ),
        (box: [0, -180, 1, 180], with: [[0, 179, 1, -179], [1, 5, 2, 6]], without: [[2, 5, 3, 6]]),
        // At the poles.
        (box: [89, 0, 90, 10], with: [[90, 5, 90, 5], [88, 5, 89, 5]], without: [[87, 5, 88.9, 5]]),
        (
            box: [-90, 0, -89, 10], with: [[-90, 5, -90, 5], [-89, 5, -88, 5]], without: [[-88.9, 5, -87, 5]]
        ),
    ])
    func `boxes at the ends of the Earth are found`(
        _ box: [Double],
        _ with: [[Double]],
        _ without: [[Double]]
    ) {
        func boundingBox(_ sides: [Double]) -> BoundingBox {
            BoundingBox(south: sides[0], west: sides[1], north: sides[2], east: sides[3])
        }
        var index = FenceIndex()
        index.insert(5, box: boundingBox(box))
        for (others, expected) in [(with, [5]), (without, [])] as [([[Double]], [Int32])] {
            for other in others {
                let span = CellSpan(GridBox(boundingBox(other)))
                var (visited, scanned): ([Int32], [Int32]) = ([], [])
                index.visit(span, into: &visited)
                index.scan(span, into: &scanned)
                #expect(visited == expected && scanned == expected, "\(box) and \(other)")
            }
        }
    }

    @Test func `is empty again when all are taken out`() throws {
        var pair = Pair(places: RandomPlaces(seed: 31))
        for slot in 0..<200 { try pair.insert(Int32(slot)) }
        for slot in 0..<200 { pair.remove(Int32(slot)) }
        #expect(pair.index.levels == 0)
        #expect(pair.found(within: 20_000_000, of: try Coordinate(latitude: 0, longitude: 0)).isEmpty)
    }

    @Test func `uses freed room again`() throws {
        let place = try Coordinate(latitude: 10, longitude: 20)
        var index = FenceIndex()
        var sizes: [Int] = []
        for _ in 0..<10 {
            for slot in Int32(0)..<100 {
                index.insert(slot, box: BoundingBox(around: place, metres: 10 + Double(slot)))
            }
            for slot in Int32(0)..<100 {
                index.remove(slot, box: BoundingBox(around: place, metres: 10 + Double(slot)))
            }
            sizes.append(index.pool.entries.count)
        }
        #expect(sizes == Array(repeating: sizes[0], count: 10))
    }

    @Test func `takes out nothing that was not entered`() throws {
        let place = try Coordinate(latitude: 5, longitude: 5)
        let box = BoundingBox(around: place, metres: 100)
        var index = FenceIndex()
        index.insert(1, box: box)
        index.remove(2, box: box)
        index.remove(1, box: BoundingBox(around: place, metres: 101))
        var found: [Int32] = [7]
        index.candidates(at: place, into: &found)
        #expect(found == [7, 1])
    }

    @Test func `finds a thousand fences in the same place`() throws {
        let place = try Coordinate(latitude: -33, longitude: 151)
        let box = BoundingBox(around: place, metres: 50)
        var index = FenceIndex()
        for slot in 0..<1_000 { index.insert(Int32(slot), box: box) }
        var found: [Int32] = []
        index.candidates(at: place, into: &found)
        #expect(found.sorted() == (0..<1_000).map { Int32($0) })
    }
}
