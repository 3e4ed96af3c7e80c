import GeofenceCore
import Testing

/// "Altitude band where a fix has altitude".
@Suite struct AltitudeTests {
    @Test(arguments: [(10.0, true), (20, true), (15, true), (9.9, false), (20.1, false)])
    func `inside the shape and the band, both ends included`(_ altitude: Double, _ isInside: Bool) throws {
        let track = try Track(.circle(altitude: 10...20))
        try track.fix(0, beyond: 50, altitude: 15)
        try track.fix(10, beyond: -20, altitude: altitude)
        #expect(try track.report()?.status == (isInside ? .inside : .outside))
    }

    @Test func `a fix without altitude is judged by its place alone`() throws {
        let track = try Track(.circle(altitude: 10...20))
        try track.fix(0, beyond: -20)
        #expect(try track.status() == "inside since 0 via region visit 0")
    }

    @Test func `leaving the band is an exit, whatever the accuracy`() throws {
        let track = try Track(.circle(altitude: 10...20))
        try track.fix(0, beyond: -20, accuracy: 50, altitude: 15)
        try track.fix(10, beyond: -20, accuracy: 50, altitude: 30)
        #expect(track.told == ["exit depot 10 after 10 via region by position visit 0 fix -20±50 #1"])
    }

    @Test func `a band upside down is none`() {
        let error = #expect(throws: FenceError.self) { try AltitudeBand(minimum: 20, maximum: 10) }
        #expect(error?.description == "minAltitude 20.0 is above maxAltitude 10.0; no height is between them")
    }

    @Test func `a height that is no number bounds no band`() {
        #expect(throws: FenceError.self) { try AltitudeBand(minimum: .nan, maximum: nil) }
        #expect(throws: FenceError.self) { try AltitudeBand(minimum: 10, maximum: .nan) }
    }
}
