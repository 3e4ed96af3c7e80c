import GeofenceCore
import Testing

@Suite struct CoordinateTests {
    @Test(arguments: [90.000_000_1, -91, .infinity, .nan])
    func `refuses a latitude that is no place`(_ degrees: Double) {
        #expect(throws: CoordinateError.self) { try Coordinate(latitude: degrees, longitude: 0) }
    }

    @Test(arguments: [180.5, -360, .infinity, .nan])
    func `refuses a longitude that is no place`(_ degrees: Double) {
        #expect(throws: CoordinateError.self) { try Coordinate(latitude: 0, longitude: degrees) }
    }

    @Test func `takes both names of the antimeridian as one place`() throws {
        #expect(try Coordinate(latitude: 1, longitude: 180) == Coordinate(latitude: 1, longitude: -180))
    }

    @Test(arguments: [90.0, -90])
    func `takes the poles`(_ degrees: Double) throws {
        #expect(try Coordinate(latitude: degrees, longitude: 0).latitude == degrees)
    }

    @Test func `takes minus zero as zero`() throws {
        let place = try Coordinate(latitude: -0.0, longitude: -0.0)
        #expect(place.latitude.sign == .plus && place.longitude.sign == .plus)
    }
}
