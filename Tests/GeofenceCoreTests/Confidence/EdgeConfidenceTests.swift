import CLibrary
@testable import GeofenceCore
import Testing

@Suite struct EdgeConfidenceTests {
    static let tolerance = 1e-7

    @Test(arguments: [0.001, 0.1, 0.5, 1, 2, 5, 8, 1e3, 1e9])
    func `knows a square around the fix`(_ half: Double) {
        let expected = erf(half * 0.5.squareRoot()) * erf(half * 0.5.squareRoot())
        #expect(abs(PlanePolygon.square(half: half).confidence(sigma: 1) - expected) < Self.tolerance)
        #expect(abs(PlanePolygon.square(half: 9 * half).confidence(sigma: 9) - expected) < Self.tolerance)
    }

    @Test func `knows a rectangle anywhere`() {
        var places = RandomPlaces(seed: 8)
        for step in 0..<500 {
            let (x, y) = (places.number(in: -8...8), places.number(in: -8...8))
            let half = places.magnitude(in: 0.01...20)
            let square = PlanePolygon.square(half: half).moved(by: x, y)
            let expected = Self.strip(x - half, x + half) * Self.strip(y - half, y + half)
            #expect(abs(square.confidence(sigma: 1) - expected) < Self.tolerance, "seed 8, step \(step)")
        }
    }

    @Test(arguments: [(0.5, 0.0), (1, 1), (2, 5), (10, 9), (100, 101)])
    func `agrees with a disc when it has many corners`(_ radius: Double, _ distance: Double) throws {
        let polygon = PlanePolygon.regular(corners: 20_000, radius: radius).moved(by: distance, 0)
        let disc = try PositionErrorTests.unit().confidence(inDiscOf: radius, at: distance)
        #expect(abs(polygon.confidence(sigma: 1) - disc) < 3e-7)
    }

    @Test(arguments: [true, false])
    func `gives a corner at the fix its angle`(_ isInside: Bool) {
        for corners in 3...12 {
            let polygon = PlanePolygon.regular(corners: corners, radius: 1e3).moved(by: -1e3, 0)
            let expected = 0.5 - 1 / Double(corners)
            for turn in 0..<16 {
                let turned = polygon.turned(by: Double(turn) * .pi / 8)
                let confidence = turned.confidence(sigma: 1, isInside: isInside)
                #expect(abs(confidence - expected) < Self.tolerance, "\(corners) corners, turn \(turn)")
            }
        }
    }

    @Test(arguments: [true, false])
    func `gives an edge through the fix a half`(_ isInside: Bool) {
        for turn in 0..<64 {
            let square = PlanePolygon.square(half: 100).moved(by: 100, 40)
            let turned = square.turned(by: Double(turn) * .pi / 32)
            let confidence = turned.confidence(sigma: 1, isInside: isInside)
            #expect(abs(confidence - 0.5) < Self.tolerance, "turn \(turn)")
        }
    }

    @Test func `changes smoothly where the fix crosses an edge or passes a corner`() {
        for exponent in 1...17 {
            let shift = exp(-2.3 * Double(exponent))
            for side in [-shift, shift] {
                let edge = PlanePolygon.square(half: 100).moved(by: 100 + side, 40)
                let corner = PlanePolygon.square(half: 100).moved(by: 100 + side, 100 - 0.3 * side)
                #expect(abs(edge.confidence(sigma: 1) - 0.5) < 0.4 * shift + Self.tolerance)
                #expect(abs(corner.confidence(sigma: 1) - 0.25) < 0.3 * shift + Self.tolerance)
            }
        }
    }

    @Test func `gives a region and the rest one together`() {
        var places = RandomPlaces(seed: 9)
        for step in 0..<300 {
            let polygon = Self.star(&places)
            let sum = polygon.confidence(sigma: 1) + polygon.complement.confidence(sigma: 1)
            #expect(abs(sum - 1) < Self.tolerance, "seed 9, step \(step)")
        }
    }

    @Test func `stays the same when all is turned or scaled`() {
        var places = RandomPlaces(seed: 10)
        for step in 0..<300 {
            let polygon = Self.star(&places)
            let turned = polygon.turned(by: places.number(in: -4...4))
            let confidence = polygon.confidence(sigma: 1)
            #expect(abs(turned.confidence(sigma: 1) - confidence) < Self.tolerance, "seed 10, step \(step)")
        }
    }

    @Test func `agrees with drawn places, holes and parts included`() {
        var (places, errors) = (RandomPlaces(seed: 11), RandomErrors(seed: 12))
        let hole = PlanePolygon.square(half: 0.5).rings.map { Array($0.reversed()) }
        let island = PlanePolygon.square(half: 1).moved(by: 3, 0)
        for step in 0..<8 {
            let parts = PlanePolygon(rings: PlanePolygon.square(half: 1.5).rings + hole + island.rings)
            let shape = parts.turned(by: places.number(in: 0...6)).moved(by: places.number(in: -2...2), 0.3)
            let share = errors.share(of: 20_000, in: shape.contains)
            #expect(abs(shape.confidence(sigma: 1) - share) < 0.018, "seeds 11 and 12, step \(step)")
        }
    }

    /// A ring around a random place with edges of all lengths, never crossing itself.
    private static func star(_ places: inout RandomPlaces) -> PlanePolygon {
        let corners = 3 + places.index(below: 20)
        let ring = (0..<corners).map { corner in
            let angle = 2 * .pi * Double(corner) / Double(corners)
            let radius = places.magnitude(in: 0.1...30)
            return (x: radius * cos(angle), y: radius * sin(angle))
        }
        return PlanePolygon(rings: [ring]).moved(by: places.number(in: -3...3), places.number(in: -3...3))
    }

    private static func strip(_ from: Double, _ to: Double) -> Double {
        PositionErrorTests.half(from) - PositionErrorTests.half(to)
    }
}
