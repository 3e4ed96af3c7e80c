import CLibrary
@testable import GeofenceCore
import Testing

@Suite struct TravelPathTests {
    static func path(_ from: (Double, Double), _ to: (Double, Double)) throws -> TravelPath {
        let ends = try [from, to].map { try Coordinate(latitude: $0.0, longitude: $0.1) }
        return try #require(TravelPath(from: ends[0], to: ends[1]))
    }

    /// Equal shares of a chord are no equal angles; with the angles' shares a quarter is met as closely as
    /// the middle.
    @Test(arguments: [(16_000.0, 1e-6, 1e-4, 0.002), (100_000, 1e-4, 4e-3, 0.4)])
    func `follows the geodesic`(_ length: Double, _ middle: Double, _ aside: Double, _ quarter: Double) throws
    {
        let numbers = GeodesicWaypointTable.rows.split(whereSeparator: \.isWhitespace).compactMap {
            Double($0)
        }
        #expect(numbers.count == 48 * 9)
        let angle = length / 6_371_000
        let share = 0.5 - tan(angle / 4) / tan(angle / 2) / 2
        for row in stride(from: 0, to: numbers.count, by: 9) where numbers[row + 8] == length {
            let places = try stride(from: row, to: row + 8, by: 2).map {
                try Coordinate(latitude: numbers[$0], longitude: numbers[$0 + 1])
            }
            let path = try #require(TravelPath(from: places[0], to: places[1]))
            let strays = [(0.5, places[3]), (share, places[2]), (0.25, places[2])].map {
                Geodesic.distance(path.coordinate(at: $0.0), $0.1)
            }
            #expect(abs(path.length - length) < 1e-6)
            #expect(strays[0] < middle && strays[1] < aside && strays[2] < quarter, "\(strays), \(places)")
        }
    }

    @Test func `has its middle halfway`() throws {
        var places = RandomPlaces(seed: 14)
        for step in 0..<500 {
            let from = try places.place()
            let to = try places.place(near: from, degrees: 0.07)
            guard let path = TravelPath(from: from, to: to), path.length < 16_000 else { continue }
            let middle = path.coordinate(at: 0.5)
            let halves = [Geodesic.distance(from, middle), Geodesic.distance(middle, to)]
            let differences = halves.map { abs($0 - path.length / 2) }
            #expect(
                differences.allSatisfy { $0 < 1e-4 },
                "seed 14, step \(step): \(from), \(to), \(differences)"
            )
        }
    }

    @Test func `begins and ends at the fixes`() throws {
        var places = RandomPlaces(seed: 15)
        for step in 0..<500 {
            let from = try places.place()
            let to = try places.place(near: from, degrees: 1)
            guard let path = TravelPath(from: from, to: to) else { continue }
            let gaps = [(from, 0.0), (from, 1e-12), (to, 1 - 1e-12), (to, 1)].map {
                Geodesic.distance($0.0, path.coordinate(at: $0.1))
            }
            #expect(gaps.allSatisfy { $0 < 1e-6 }, "seed 15, step \(step): \(from), \(to), \(gaps)")
        }
    }

    @Test func `is never longer than it says`() throws {
        var places = RandomPlaces(seed: 16)
        for step in 0..<500 {
            let from = try places.place()
            let to = try places.place(near: from, degrees: places.magnitude(in: 1e-6...15))
            guard let path = TravelPath(from: from, to: to) else { continue }
            for piece in 0..<8 {
                let ends = [path.place(at: Double(piece) / 8), path.place(at: Double(piece + 1) / 8)]
                let length = Geodesic.distance(ends[0], ends[1])
                #expect(length <= path.longestLength / 8 + 1e-6, "seed 16, step \(step): \(from), \(to)")
            }
        }
    }

    @Test(arguments: [
        ((0.0, 0.0), (0.0, 19.0)), ((0, 0), (0, 180)), ((90, 0), (-90, 0)), ((45, -100), (-45, 80)),
    ])
    func `is refused beyond 2,000 km`(_ from: (Double, Double), _ to: (Double, Double)) throws {
        let ends = try [from, to].map { try Coordinate(latitude: $0.0, longitude: $0.1) }
        #expect(TravelPath(from: ends[0], to: ends[1]) == nil)
    }

    @Test func `lies within its box`() throws {
        var places = RandomPlaces(seed: 17)
        for step in 0..<2_000 {
            let from = try places.place()
            let to = try places.place(near: from, degrees: places.magnitude(in: 1e-7...15))
            guard let path = TravelPath(from: from, to: to) else { continue }
            let box = BoundingBox(of: path)
            for piece in 0...32 {
                let place = path.coordinate(at: Double(piece) / 32)
                #expect(box.contains(place), "seed 17, step \(step): \(from), \(to), \(place)")
            }
        }
    }

    @Test(arguments: [
        ((10.0, 20.0), (10.1, 20.1), BoundingBox(south: 10, west: 20, north: 10.1, east: 20.1)),
        ((10, 179.95), (10, -179.95), BoundingBox(south: 10, west: 179.95, north: 10, east: -179.95)),
        ((-10, -179.95), (-10.1, 180), BoundingBox(south: -10.1, west: 180, north: -10, east: -179.95)),
        ((60, 5), (60, 5), BoundingBox(south: 60, west: 5, north: 60, east: 5)),
    ])
    func `has a box little larger than its ends`(
        _ from: (Double, Double),
        _ to: (Double, Double),
        _ tight: BoundingBox
    ) throws {
        let box = BoundingBox(of: try Self.path(from, to))
        let south = tight.south - box.south
        let sides = [south, box.north - tight.north, tight.west - box.west, box.east - tight.east]
        #expect(sides.allSatisfy { $0 >= 0 && $0 < 1e-4 }, "\(sides)")
    }

    @Test func `has a box of all longitudes over a pole`() throws {
        let box = BoundingBox(of: try Self.path((89.95, 20), (89.95, -160)))
        #expect(box == BoundingBox(south: box.south, north: 90))
        #expect(box.south < 89.95 && box.south > 89.9)
    }
}
