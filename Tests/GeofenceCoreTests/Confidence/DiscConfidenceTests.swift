@testable import GeofenceCore
import Testing

@Suite struct DiscConfidenceTests {
    static let tolerance = 2e-8

    @Test func `agrees with the table`() throws {
        let error = try PositionErrorTests.unit()
        let numbers = DiscConfidenceTable.rows.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        #expect(numbers.count == 3 * 234)
        for row in stride(from: 0, to: numbers.count, by: 3) {
            let (distance, radius, expected) = (numbers[row], numbers[row + 1], numbers[row + 2])
            let confidence = error.confidence(inDiscOf: radius, at: distance)
            #expect(abs(confidence - expected) <= Self.tolerance, "R = \(radius), d = \(distance)")
        }
    }

    @Test func `grows with the disc`() throws {
        let error = try PositionErrorTests.unit()
        for distance in [0, 0.5, 2, 10, 1e3, 1e6] {
            var last = 0.0
            for step in 0...400 {
                let radius = max(0, distance - 7 + Double(step) * 0.04)
                let confidence = error.confidence(inDiscOf: radius, at: distance)
                #expect(confidence >= last - Self.tolerance, "R = \(radius), d = \(distance)")
                last = confidence
            }
            #expect(last > 0.999_999)
        }
    }

    @Test(arguments: [-3.0, -1, 0, 0.5, 2])
    func `becomes a half-plane as it grows`(_ edge: Double) throws {
        let error = try PositionErrorTests.unit()
        let confidence = error.confidence(inDiscOf: 1e9, at: 1e9 + edge)
        #expect(abs(confidence - error.confidence(inHalfPlaneAt: edge)) < 1e-7)
    }

    @Test(arguments: [
        (0.0, 0.0, 0.0), (0, 5, 0), (100, 0, 1), (1, 100, 0), (1e300, 0, 1), (1, 1e300, 0),
    ])
    func `knows the ends`(_ radius: Double, _ distance: Double, _ expected: Double) throws {
        #expect(try PositionErrorTests.unit().confidence(inDiscOf: radius, at: distance) == expected)
    }

    @Test func `depends on ratios only`() throws {
        let (unit, wide) = (try PositionErrorTests.unit(), try #require(PositionError(sigma: 17)))
        let confidence = wide.confidence(inDiscOf: 34, at: 51)
        #expect(abs(confidence - unit.confidence(inDiscOf: 2, at: 3)) < 1e-15)
    }

    @Test(arguments: [(1.0, 0.5), (3, 4), (0.3, 1), (20, 19)])
    func `agrees with drawn places`(_ radius: Double, _ distance: Double) throws {
        var errors = RandomErrors(seed: 7)
        let share = errors.share(of: 100_000) { x, y in
            (x - distance) * (x - distance) + y * y <= radius * radius
        }
        let confidence = try PositionErrorTests.unit().confidence(inDiscOf: radius, at: distance)
        #expect(abs(share - confidence) < 0.008)
    }
}
