import BenchmarkSupport
import GeofenceCore
import Testing

/// Zones, by named examples.
@Suite struct ZoneMapTests {
    @Test func `visits to one place are one zone, however they scatter`() throws {
        var map = ZoneMap()
        var random = SeededGenerator(seed: 1)
        let visits = try VisitRow()
        for day in 0..<60 {
            let (east, north) = (random.metres(60), random.metres(60))
            expect(map.add(visits.visit(day: day, east: east, north: north)), true)
        }
        let zones = map.zones(in: .utc)
        try #require(zones.count == 1)
        #expect(zones[0].visits == 60)
        #expect(zones[0].prior == 1)
        #expect(zones[0].id == visits.time(day: 0))
        #expect(Geodesic.distance(zones[0].center, visits.home) < 20)
        let (east, north) = (zones[0].covariance.east, zones[0].covariance.north)
        #expect((1599.9...2500.1).contains(east) && (1599.9...2500.1).contains(north))
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `places 200 m apart are two zones`(_ seed: UInt64) throws {
        var map = ZoneMap()
        var random = SeededGenerator(seed: seed)
        let visits = try VisitRow()
        for day in 0..<60 {
            let east = Double(day % 2) * 200 + random.metres(40)
            _ = map.add(visits.visit(day: day, east: east, north: random.metres(40)))
        }
        #expect(map.zones(in: .utc).map(\.visits) == [30, 30], "seed \(seed)")
    }

    @Test func `two zones that are one place become one, with the elder's id`() throws {
        var rules = ZoneRules()
        (rules.gate, rules.minMass) = (0.2, 0)
        var map = ZoneMap(rules: rules)
        let visits = try VisitRow()
        _ = map.add(visits.visit(day: 0, east: 0))
        _ = map.add(visits.visit(day: 1, east: 100))
        #expect(map.zoneCount == 2)
        // Both means come nearer until they are within two sigmas.
        for day in 2..<6 { _ = map.add(visits.visit(day: day, east: day.isMultiple(of: 2) ? 25 : 75)) }
        let zones = map.zones(in: .utc)
        #expect(zones.map(\.id) == [visits.time(day: 0)])
        #expect(zones.map(\.visits) == [6])
    }

    @Test func `a place that is seen once is forgotten, and found again with all its visits`() throws {
        var map = ZoneMap()
        let visits = try VisitRow()
        for day in 0..<22 {
            _ = map.add(visits.visit(day: day, east: day % 7 == 1 ? 3000 : 0))
            if day == 6 { #expect(map.zoneCount == 1) }
        }
        #expect(map.zones(in: .utc).map(\.visits) == [19, 3])
        #expect(map.zones(in: .utc).map(\.id) == [visits.time(day: 0), visits.time(day: 1)])
    }

    @Test func `what is purged has never been, and ids stay`() throws {
        var (map, fresh) = (ZoneMap(), ZoneMap())
        var random = SeededGenerator(seed: 9)
        let visits = try VisitRow()
        for day in 0..<40 {
            let place = visits.visit(day: day, east: day.isMultiple(of: 3) ? 900 : random.metres(50))
            _ = map.add(place)
            if day >= 20 { _ = fresh.add(place) }
        }
        let before = map.zones(in: .utc)
        expect(map.purge(before: visits.time(day: 20)), true)
        expect(map.purge(before: visits.time(day: 20)), false)
        let after = map.zones(in: .utc)
        #expect(after.map(\.id) == before.map(\.id))
        // The elder was that in the east; now it begins later than the other.
        var expected = fresh.zones(in: .utc).sorted { $0.center.longitude > $1.center.longitude }
        try #require(expected.count == after.count)
        for (index, zone) in after.enumerated() { expected[index].id = zone.id }
        #expect(after == expected)
        expect(map.purge(before: .distantFuture), true)
        #expect(map.zones(in: .utc) == [])
    }

    @Test func `no more visits are kept than there is room for`() throws {
        var rules = ZoneRules()
        rules.capacity = 50
        var map = ZoneMap(rules: rules)
        let visits = try VisitRow()
        for day in 0..<200 {
            _ = map.add(visits.visit(day: day))
            #expect(map.visitCount <= 50)
        }
        #expect(map.zones(in: .utc).map(\.id) == [visits.time(day: 0)])
    }

    @Test(arguments: [(0.0, 180.0), (89.999, 40), (-89.9999, -100), (60, -180), (-90, 0)])
    func `zones are the same size everywhere`(_ latitude: Double, _ longitude: Double) throws {
        var (map, reference) = (ZoneMap(), ZoneMap())
        let (here, there) = (try VisitRow(latitude: latitude, longitude: longitude), try VisitRow())
        for day in 0..<30 {
            let (east, north) = (Double(day * 37 % 100) - 50, Double(day * 17 % 80) - 40)
            _ = map.add(here.visit(day: day, east: east, north: north))
            _ = reference.add(there.visit(day: day, east: east, north: north))
        }
        let (zones, expected) = (map.zones(in: .utc), reference.zones(in: .utc))
        try #require(zones.count == 1 && expected.count == 1)
        #expect(zones[0].visits == 30)
        let (found, wanted) = (zones[0].covariance, expected[0].covariance)
        let area = found.east * found.north - found.cross * found.cross
        let wantedArea = wanted.east * wanted.north - wanted.cross * wanted.cross
        // Near a pole east and north turn from place to place, and with them where the visits lie.
        #expect(abs(area / wantedArea - 1) < (abs(latitude) < 89.99 ? 0.001 : 0.05))
        #expect(Geodesic.distance(zones[0].center, here.home) < 10)
    }

    @Test func `the outline is a simple ring`() throws {
        var map = ZoneMap()
        let visits = try VisitRow(latitude: 10, longitude: 180)
        for day in 0..<9 {
            _ = map.add(visits.visit(day: day, east: Double(day * 20), north: Double(day * 9)))
        }
        let zone = try #require(map.zones(in: .utc).first)
        let ring = zone.outline()
        #expect(ring.count == 49 && ring.first == ring.last)
        #expect(Set(ring).count == 48)
        let text = zone.wkt()
        #expect(text.hasPrefix("POLYGON((") && text.hasSuffix("))"))
        let corners = text.dropFirst(9).dropLast(2).split(separator: ",")
        #expect(corners.count == 49 && corners.first == corners.last)
        let positions = try corners.map { corner in
            let degrees = corner.split(separator: " ").compactMap { Double(String($0)) }
            return try Position(longitude: degrees[0], latitude: degrees[1])
        }
        _ = try Area(polygons: [[positions]])
        let longitudes = corners.compactMap { Double(String($0.split(separator: " ")[0])) }
        #expect(longitudes.allSatisfy { abs($0 - longitudes[0]) < 1 })
    }

    @Test func `a visit that lasts, or of another age, is not taken`() throws {
        var map = ZoneMap()
        let visits = try VisitRow()
        var visit = visits.visit(day: 0)
        visit.departure = nil
        expect(map.add(visit), false)
        visit = visits.visit(day: 0)
        visit.arrival = Timestamp(milliseconds: -1)
        expect(map.add(visit), false)
        visit.arrival = .distantFuture
        expect(map.add(visit), false)
        visit = visits.visit(day: 0)
        visit.accuracy = .nan
        expect(map.add(visit), true)
    }

    @Test func `what is read back goes on in the same way, and damaged bytes are refused or read`() throws {
        var map = ZoneMap()
        var random = SeededGenerator(seed: 4)
        let visits = try VisitRow()
        for day in 0..<40 {
            _ = map.add(visits.visit(day: day, east: random.metres(30) + Double(day % 3) * 400))
        }
        var writer = ByteWriter()
        map.write(to: &writer)
        var reader = ByteReader(writer.bytes)
        var read = try ZoneMap(from: &reader, rules: ZoneRules())
        #expect(reader.isAtEnd && read == map)
        for day in 40..<60 {
            let visit = visits.visit(day: day, east: random.metres(90))
            _ = map.add(visit)
            _ = read.add(visit)
        }
        #expect(read == map)
        for _ in 0..<500 {
            var bytes = writer.bytes
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            var reader = ByteReader(bytes)
            guard var read = try? ZoneMap(from: &reader, rules: ZoneRules()) else { continue }
            _ = read.add(visits.visit(day: 61))
            _ = read.purge(before: visits.time(day: 20))
            _ = read.zones(in: .utc)
        }
    }
}

/// What a call that changes something has answered: the macro can't make one.
private func expect(_ answer: Bool, _ expected: Bool, _ location: SourceLocation = #_sourceLocation) {
    #expect(answer == expected, sourceLocation: location)
}

/// Visits of eight hours, day by day.
struct VisitRow {
    let home: Coordinate
    private let track: VisitTrack

    init(latitude: Double = 48.2, longitude: Double = 16.4) throws {
        track = try VisitTrack(latitude: latitude, longitude: longitude)
        home = track.home
    }

    func time(day: Int) -> Timestamp { Timestamp(milliseconds: (20_000 + Int64(day)) * 86_400_000) }

    func visit(day: Int, east: Double = 0, north: Double = 0) -> Visit {
        let departure = time(day: day).advanced(byMilliseconds: 8 * 3_600_000)
        return Visit(
            arrival: time(day: day),
            departure: departure,
            lastInside: departure,
            center: track.place(east: east, north: north),
            accuracy: 10,
            fixes: 5
        )
    }
}

extension SeededGenerator {
    /// Metres off in one direction, at most so many.
    mutating func metres(_ most: Double) -> Double { Double.random(in: -most...most, using: &self) }
}
