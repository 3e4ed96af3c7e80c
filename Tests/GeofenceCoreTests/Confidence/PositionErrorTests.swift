import CLibrary
@testable import GeofenceCore
import Testing

@Suite struct PositionErrorTests {
    static func unit() throws -> PositionError { try #require(PositionError(sigma: 1)) }

    @Test func `holds 68 percent within the accuracy`() throws {
        let error = try #require(PositionError(accuracy: 25))
        #expect(abs(error.confidence(inDiscOf: 25, at: 0) - 0.68) < 1e-8)
    }

    @Test(arguments: [0, -1, .nan, .infinity])
    func `needs an accuracy above zero`(_ accuracy: Double) {
        #expect(PositionError(accuracy: accuracy) == nil)
    }

    /// Φ from Abramowitz and Stegun, table 26.1.
    @Test(arguments: [
        (0.0, 0.5), (-1, 0.841_344_746_069), (-2, 0.977_249_868_052), (-3, 0.998_650_101_968),
        (0.5, 0.308_537_538_726), (1, 0.158_655_253_931), (40, 0), (-40, 1),
    ])
    func `knows the half-plane`(_ signedDistance: Double, _ expected: Double) throws {
        #expect(abs(try Self.unit().confidence(inHalfPlaneAt: signedDistance) - expected) < 1e-12)
        let wide = try #require(PositionError(sigma: 20))
        #expect(abs(wide.confidence(inHalfPlaneAt: 20 * signedDistance) - expected) < 1e-12)
    }

    @Test func `gives both sides of an edge one together`() throws {
        for step in 0...200 {
            let distance = Double(step) / 20
            let sides = [-distance, distance].map { PositionErrorTests.half($0) }
            #expect(abs(sides[0] + sides[1] - 1) < 1e-15)
        }
    }

    static func half(_ signedDistance: Double) -> Double {
        PositionError(sigma: 1)?.confidence(inHalfPlaneAt: signedDistance) ?? .nan
    }
}
