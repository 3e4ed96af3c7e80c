import BenchmarkSupport
import Testing

@testable import GeofenceCore

/// How far one may go to each side of a place without a step across a circle's edge.
@Suite struct SidesTests {
    @Test(arguments: Seeds.many(1))
    func `end before the edge of any circle, large or small`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for step in 0..<300 {
            let middle = try Coordinate(
                latitude: .random(in: -80...80, using: &random),
                longitude: .random(in: -179.9...179.9, using: &random)
            )
            let circles = try (0..<Int.random(in: 1...4, using: &random)).map { _ in
                try self.circle(near: middle, &random)
            }
            let sides = Self.sides(around: middle, circles)
            guard let box = GridBox(within: sides, of: GeodesicPoint(middle)) else { continue }
            let places = try corners(of: box) + (0..<20).map { _ in try self.place(in: box, &random) }
            for circle in circles {
                for place in try places + [self.place(in: box, nearest: circle.center)] {
                    #expect(
                        circle.contains(place) == circle.contains(middle),
                        "seed \(seed), step \(step): \(place) from \(middle), \(circle)"
                    )
                }
            }
        }
    }

    @Test(arguments: Seeds.many(101))
    func `go as far as those of a square that ends there, or farther`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for step in 0..<1000 {
            let middle = try Coordinate(latitude: .random(in: -79...79, using: &random), longitude: 13)
            let circle = try circle(near: middle, &random)
            let room = abs(PreparedCircle(circle).signedDistance(to: GeodesicPoint(middle)))
            let sides = Self.sides(around: middle, [circle])
            let least = min(min(sides.north, sides.south), min(sides.east, sides.west))
            #expect(least >= min(100, 0.4999 * room), "seed \(seed), step \(step): \(circle)")
            let area = (sides.north + sides.south) * (sides.east + sides.west)
            #expect(area >= min(40_000, 1.999 * room * room), "seed \(seed), step \(step): \(circle)")
        }
    }

    @Test func `go past a circle to all sides but one`() throws {
        let middle = try Coordinate(latitude: 0, longitude: 13)
        let (east, inside) = (try Coordinate(latitude: 0, longitude: 13.001), 91.32)
        let outside = Self.sides(around: middle, [try Circle(center: east, radius: 100)])
        #expect(abs(outside.east - 11.32) < 0.01)
        #expect([outside.north, outside.south, outside.west] == [100, 100, 100])
        let within = Self.sides(around: middle, [try Circle(center: east, radius: 200)])
        #expect((within.east, within.north) == (100, within.south))
        #expect(within.west < 200 - 111.32 && within.north > inside / 2)
    }

    @Test func `end as far away to each as the edge of a circle whose center is farther than 5 km`() throws {
        let middle = try Coordinate(latitude: 0, longitude: 13)
        let center = try Coordinate(latitude: 0, longitude: 13.1)
        let sides = Self.sides(around: middle, [try Circle(center: center, radius: 11_100)])
        let room = Geodesic.distance(middle, center) - 11_100
        #expect(room > 30 && room < 35)
        for side in [sides.north, sides.east, sides.south, sides.west] {
            #expect(abs(side - room * 0.5.squareRoot()) < 0.001)
        }
    }

    private static func sides(around middle: Coordinate, _ circles: [Circle]) -> Sides {
        var sides = Sides(each: 100)
        let point = GeodesicPoint(middle)
        for circle in circles.map(PreparedCircle.init) {
            sides.stayOnOneSide(of: circle, from: point, distance: circle.signedDistance(to: point))
        }
        return sides
    }

    /// A circle whose edge is within 150 m.
    private func circle(near middle: Coordinate, _ random: inout SeededGenerator) throws -> Circle {
        // As many from 1 to 2 m as from 16 to 32 km.
        let size =
            Double(1 << Int.random(in: 0...14, using: &random)) * Double.random(in: 1..<2, using: &random)
        let distance = abs(size + .random(in: -150...150, using: &random))
        let bearing = Double.random(in: 0..<360, using: &random)
        let center = Geodesic.destination(from: middle, bearing: bearing, distance: distance)
        return try Circle(center: center, radius: size)
    }

    private func corners(of box: GridBox) throws -> [Coordinate] {
        try [box.south, box.north].flatMap { row in
            try [box.west, box.east].map { try place(column: $0, row: row) }
        }
    }

    private func place(in box: GridBox, _ random: inout SeededGenerator) throws -> Coordinate {
        try place(
            column: .random(in: box.west...box.east, using: &random),
            row: .random(in: box.south...box.north, using: &random)
        )
    }

    /// The place of a box that is nearest to a center: where a small circle reaches over a side, that is in
    /// it.
    private func place(in box: GridBox, nearest center: Coordinate) throws -> Coordinate {
        try place(
            column: min(box.east, max(box.west, Cell.column(center.longitude))),
            row: min(box.north, max(box.south, Cell.row(center.latitude)))
        )
    }

    /// The middle of a finest cell.
    private func place(column: UInt32, row: UInt32) throws -> Coordinate {
        let degrees = 360 / Double(Cell.columns)
        return try Coordinate(
            latitude: (Double(row) + 0.5) * degrees - 90,
            longitude: (Double(column) + 0.5) * degrees - 180
        )
    }
}

extension Circle {
    fileprivate func contains(_ place: Coordinate) -> Bool {
        Geodesic.distance(center, place) <= radius
    }
}
