import BenchmarkSupport
import GeofenceCore
import Testing

@testable import geofence_agent

/// What is kept of a fix is rounded to the nearest step, the middle away from zero.
@Suite struct HistoryPositionTests {
    private static func altitude(_ metres: Double) throws -> Int32? {
        let place = try Coordinate(latitude: 0, longitude: 0)
        return HistoryPosition(Fix(coordinate: place, altitude: metres), at: Timestamp(milliseconds: 0))
            .altitude
    }

    @Test(
        arguments: [
            (0, 0), (0.005, 1), (-0.005, -1), (0.00499, 0), (-0.00499, 0), (8848.86, 884_886),
            (-430.5, -43_050),
            (21_474_836.46, .max - 1), (21_474_836.464, .max - 1), (21_474_836.466, .max), (3e7, .max),
            (1e300, .max),
            (-21_474_836.47, .min + 1), (-21_474_836.476, .min), (-3e7, .min), (-1e300, .min),
        ] as [(Double, Int32)]
    )
    func `heights are kept in centimetres`(_ metres: Double, _ centimetres: Int32) throws {
        #expect(try Self.altitude(metres) == centimetres)
    }

    @Test func `any height is rounded as the standard library rounds`() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<10_000 {
            let metres = Double.random(in: -2e6...2e6, using: &random)
            let middle = Double(Int.random(in: -100_000...100_000, using: &random)) / 200
            for value in [metres, middle, middle.nextUp, middle.nextDown] {
                #expect(try Self.altitude(value) == Int32((value * 100).rounded()))
            }
        }
    }
}
