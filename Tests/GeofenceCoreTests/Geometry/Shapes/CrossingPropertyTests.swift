@testable import GeofenceCore
import Testing

/// Random rings, judged by comparing every edge with every other.
@Suite struct CrossingPropertyTests {
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `rings on a coarse grid are refused where two edges cross or overlap`(_ seed: UInt64) throws {
        var places = RandomPlaces(seed: seed)
        var verdicts: [Bool: Int] = [:]
        for step in 0..<400 {
            let numbers = (0..<2 * (3 + places.index(below: 5))).map { _ in Double(places.index(below: 5)) }
            let ring = try [Position](numbers + numbers.prefix(2))
            guard Set(ring).count == ring.count - 1 else { continue }
            let isRefused = (try? Area(polygons: [[ring]])) == nil
            #expect(isRefused == Self.isTangled(ring), "seed \(seed), step \(step): \(ring)")
            verdicts[isRefused, default: 0] += 1
        }
        #expect(verdicts.values.allSatisfy { $0 > 20 } && verdicts.count == 2, "\(verdicts)")
    }

    @Test(arguments: 11...14 as ClosedRange<UInt64>)
    func `a corner pushed through the other side of a star is found`(_ seed: UInt64) throws {
        var places = RandomPlaces(seed: seed)
        for step in 0..<60 {
            let corners = 8 + places.index(below: 150)
            var ring = try places.star(longitude: 10, latitude: 20, corners: corners, degrees: 1)
            _ = try Area(polygons: [[ring]])
            let corner = 1 + places.index(below: corners - 1)
            let moved = ring[corner]
            ring[corner] = try Position(
                longitude: 20 - 2 * moved.longitude + 10,
                latitude: 60 - 2 * moved.latitude
            )
            let error = #expect(throws: ShapeError.self, "seed \(seed), step \(step)") {
                try Area(polygons: [[ring]])
            }
            guard case .crossing(let first, let second) = error else {
                Issue.record("seed \(seed), step \(step): \(String(describing: error))")
                continue
            }
            #expect(Self.meet(first.start, first.end, second.start, second.end), "seed \(seed), step \(step)")
        }
    }

    /// Whether any two edges share more than an end that is a corner of both, all corners being distinct; a
    /// corner on another edge is a crossing if the ring changes sides there.
    private static func isTangled(_ ring: [Position]) -> Bool {
        let count = ring.count - 1
        for first in 0..<count {
            for second in first + 1..<count {
                let (a, b, c, d) = (ring[first], ring[first + 1], ring[second], ring[second + 1])
                let sides = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
                if sides == [0, 0, 0, 0], overlaps(a, b, c, d) { return true }
                if sides[0] * sides[1] < 0, sides[2] * sides[3] < 0 { return true }
            }
        }
        return (0..<count).contains { corner in
            (0..<count).contains { edge in changesSide(ring, corner, edge, count) }
        }
    }

    private static func changesSide(_ ring: [Position], _ corner: Int, _ edge: Int, _ count: Int) -> Bool {
        let (start, end, here) = (ring[edge], ring[edge + 1], ring[corner])
        guard here != start, here != end, meet(start, end, here, here) else { return false }
        let before = side(start, end, ring[(corner + count - 1) % count])
        return before * side(start, end, ring[corner + 1]) < 0
    }

    private static func meet(_ a: Position, _ b: Position, _ c: Position, _ d: Position) -> Bool {
        side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0
            && max(min(a.longitude, b.longitude), min(c.longitude, d.longitude))
                <= min(max(a.longitude, b.longitude), max(c.longitude, d.longitude))
            && max(min(a.latitude, b.latitude), min(c.latitude, d.latitude))
                <= min(max(a.latitude, b.latitude), max(c.latitude, d.latitude))
    }

    private static func overlaps(_ a: Position, _ b: Position, _ c: Position, _ d: Position) -> Bool {
        func key(_ position: Position) -> Double { position.longitude * 100 + position.latitude }
        return max(min(key(a), key(b)), min(key(c), key(d))) < min(max(key(a), key(b)), max(key(c), key(d)))
    }

    private static func side(_ a: Position, _ b: Position, _ c: Position) -> Double {
        (b.longitude - a.longitude) * (c.latitude - a.latitude)
            - (b.latitude - a.latitude) * (c.longitude - a.longitude)
    }
}
