@testable import GeofenceCore
import Testing

/// Random rings in and beside one another, judged by looking at every ring for every ring.
@Suite struct NestingPropertyTests {
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `rings are judged as if each was held against all`(_ seed: UInt64) throws {
        var places = RandomPlaces(seed: seed)
        var verdicts: [Bool: Int] = [:]
        for step in 0..<400 {
            let polygons = try Self.polygons(&places)
            guard let (all, found, _) = try Self.verdicts(polygons) else { continue }
            #expect(found == all, "seed \(seed), step \(step): \(polygons)")
            verdicts[all == nil, default: 0] += 1
        }
        #expect(verdicts.values.allSatisfy { $0 > 20 } && verdicts.count == 2, "\(verdicts)")
    }

    @Test(arguments: 21...26 as ClosedRange<UInt64>)
    func `many rings in right places make one area, in one another or side by side`(_ seed: UInt64) throws {
        var places = RandomPlaces(seed: seed)
        var polygons: [[[Position]]] = []
        for column in 0..<4 {
            let east = Double(column) * 90 - places.number(in: 146...150)
            for level in 0..<60 {
                let radius = 40 - Double(level) / 2 - places.number(in: 0...0.1)
                let rings = [Self.ring(east, 0, radius), Self.ring(east, 0, radius - 0.2)]
                polygons.insert(
                    try rings.map { try [Position]($0) },
                    at: places.index(below: polygons.count + 1)
                )
            }
        }
        let (all, _, suspects) = try #require(try Self.verdicts(polygons))
        #expect((all, suspects) == (nil, 0))
    }

    /// What is wrong when every ring is held against all, and when suspects are, and how many these are; nil
    /// where edges cross.
    private static func verdicts(_ polygons: [[[Position]]]) throws -> (ShapeError?, ShapeError?, Int)? {
        let rings = try polygons.enumerated().flatMap { polygon, rings in
            try rings.enumerated().map { ring, positions in
                try Ring(positions, name: RingName(polygon: polygon + 1, ring: ring + 1))
            }
        }
        let outline = Outline(rings: rings)
        guard let forest = try? CrossingCheck(outline, rings).run() else { return nil }
        let suspects = forest.suspects(rings.map(\.name))
        let everything = [Bool](repeating: true, count: rings.count)
        return (
            error { () throws(ShapeError) in try NestingCheck.run(outline, rings, everything) },
            error { () throws(ShapeError) in
                try NestingCheck.run(outline, rings, suspects)
            },
            suspects.count { $0 }
        )
    }

    private static func error(_ check: () throws(ShapeError) -> Void) -> ShapeError? {
        do throws(ShapeError) { try check() } catch { return error }
        return nil
    }

    /// Boxes and diamonds on a grid, so that many touch; around the antimeridian and the poles as well.
    private static func polygons(_ places: inout RandomPlaces) throws -> [[[Position]]] {
        let center = [(0.0, 0.0), (180, 0), (-180, 10), (20, 80), (180, -80)][places.index(below: 5)]
        var polygons: [[[Position]]] = []
        for _ in 0..<1 + places.index(below: 4) {
            var rings: [[Position]] = []
            for _ in 0..<1 + places.index(below: 3) {
                let east = center.0 + Double(places.index(below: 9) - 4)
                let north = center.1 + Double(places.index(below: 9) - 4)
                let radius = [0.5, 1, 2, 5][places.index(below: 4)]
                var ring =
                    places.index(below: 3) == 0 ? diamond(east, north, radius) : ring(east, north, radius)
                if places.index(below: 2) == 0 { ring = turned(ring, by: places.index(below: 4)) }
                rings.append(try [Position](ring))
            }
            polygons.append(rings)
        }
        return polygons
    }

    private static func ring(_ east: Double, _ north: Double, _ radius: Double) -> [Double] {
        let (south, top) = (max(-90, north - radius), min(90, north + radius))
        return [
            east - radius, south, east + radius, south, east + radius, top, east - radius, top, east - radius,
            south,
        ]
    }

    private static func diamond(_ east: Double, _ north: Double, _ radius: Double) -> [Double] {
        let (south, top) = (max(-90, north - radius), min(90, north + radius))
        return [east, south, east - radius, north, east, top, east + radius, north, east, south]
    }

    /// The same ring from another corner on.
    private static func turned(_ ring: [Double], by corners: Int) -> [Double] {
        let open = ring.dropLast(2)
        let turned = open.dropFirst(2 * corners) + open.prefix(2 * corners)
        return Array(turned + turned.prefix(2))
    }
}
