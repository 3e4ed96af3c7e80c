import CLibrary
@testable import GeofenceCore
import Testing

@Suite struct CorridorConfidenceTests {
    static let tolerance = 0.005

    @Test(arguments: [(0.0, 1.0), (1, 1), (3, 0.2), (0.5, 10), (9, 4)])
    func `knows a straight line`(_ offset: Double, _ half: Double) throws {
        let lines = [[(-50.0, -50.0), (50, 50)], [(-50, -50), (0.3, 0.3), (0.3, 0.3), (2, 2), (50, 50)]]
        let expected = PositionErrorTests.half(offset - half) - PositionErrorTests.half(offset + half)
        for line in lines {
            let shift = offset * 0.5.squareRoot()
            let segments = Self.line(line.map { ($0.0 + shift, $0.1 - shift) })
            let confidence = try PositionErrorTests.unit().confidence(within: half, of: segments)
            #expect(abs(confidence - expected) < 1e-7)
        }
    }

    @Test func `knows a point, which is a disc`() throws {
        let error = try PositionErrorTests.unit()
        for (half, distance) in [(1.0, 0.5), (2, 3), (5, 4), (0.1, 0.3), (3, 3)] {
            let point = Self.line([(distance, 0), (distance, 0)])
            let expected = error.confidence(inDiscOf: half, at: distance)
            #expect(abs(error.confidence(within: half, of: point) - expected) < Self.tolerance)
        }
    }

    @Test func `agrees with a fine sum over little squares`() throws {
        let error = try PositionErrorTests.unit()
        var places = RandomPlaces(seed: 13)
        for step in 0..<24 {
            let half = places.magnitude(in: 0.02...5)
            let segments = Self.walk(&places, isOnEdge: step % 3 == 0 ? half : nil)
            let confidence = error.confidence(within: half, of: segments)
            let difference = abs(confidence - Self.sum(half: half, segments))
            #expect(difference < Self.tolerance, "seed 13, step \(step): \(half), \(segments)")
        }
    }

    @Test func `counts no place twice where the line turns back`() throws {
        let error = try PositionErrorTests.unit()
        let there = Self.line([(-3, 0.5), (2, 0.5)])
        let back = Self.line([(-3, 0.5), (2, 0.5), (-3, 0.5), (0, 0.5)])
        let difference = error.confidence(within: 1, of: there) - error.confidence(within: 1, of: back)
        #expect(abs(difference) < 1e-12)
    }

    @Test func `is nothing without segments, or far from them`() throws {
        let error = try PositionErrorTests.unit()
        #expect(error.confidence(within: 5, of: []) == 0)
        #expect(error.confidence(within: 5, of: Self.line([(20, 0), (20, 9)])) == 0)
    }

    private static func line(_ corners: [(Double, Double)]) -> [PlaneSegment] {
        zip(corners, corners.dropFirst()).map { PlaneSegment(start: ($0.0, $0.1), end: ($1.0, $1.1)) }
    }

    /// A few segments in random directions; where `isOnEdge` is given the fix is on the edge of the corridor.
    private static func walk(_ places: inout RandomPlaces, isOnEdge half: Double?) -> [PlaneSegment] {
        let angle = places.number(in: 0...6)
        let onEdge = half.map { ($0 * cos(angle) + 5 * sin(angle), $0 * sin(angle) - 5 * cos(angle)) }
        var corners = [onEdge ?? (places.number(in: -3...3), places.number(in: -3...3))]
        for step in 0...places.index(below: 5) {
            let length = places.magnitude(in: 0.05...20)
            let heading = step == 0 && half != nil ? angle + .pi / 2 : places.number(in: 0...7)
            let last = corners[corners.count - 1]
            corners.append((last.0 + length * cos(heading), last.1 + length * sin(heading)))
        }
        return line(corners)
    }

    /// The density summed over the middles of little squares, slow and obvious.
    private static func sum(half: Double, _ segments: [PlaneSegment]) -> Double {
        let side = 0.04
        var sum = 0.0
        for column in -150..<150 {
            for row in -150..<150 {
                let (x, y) = ((Double(column) + 0.5) * side, (Double(row) + 0.5) * side)
                guard segments.contains(where: { distance($0, x, y) <= half }) else { continue }
                sum += exp(-(x * x + y * y) / 2)
            }
        }
        return sum * side * side / (2 * .pi)
    }

    private static func distance(_ segment: PlaneSegment, _ x: Double, _ y: Double) -> Double {
        let (ax, ay) = (segment.end.x - segment.start.x, segment.end.y - segment.start.y)
        let (bx, by) = (x - segment.start.x, y - segment.start.y)
        let square = ax * ax + ay * ay
        let share = square > 0 ? min(1, max(0, (ax * bx + ay * by) / square)) : 0
        return hypot(bx - share * ax, by - share * ay)
    }
}
