import GeofenceCore
import Testing

/// "maxSpeed: a jump faster than that is dropped unless the next fix confirms it; (0,0) is dropped unless a
/// fence holds it".
@Suite struct PlausibilityTests {
    private func track() throws -> Track {
        let track = try Track(.circle()) { $0.maxSpeed = 180 }
        try track.fix(0, beyond: -20, accuracy: 10)
        return track
    }

    @Test func `a jump is dropped, and what comes back goes on`() throws {
        let track = try track()
        #expect(try track.fix(10, beyond: 1000, accuracy: 10).implausible)
        #expect(try track.fix(20, beyond: -20, accuracy: 10).accepted)
        #expect(track.told == [])
    }

    @Test func `the next fix confirms it: both count`() throws {
        let track = try track()
        try track.fix(10, beyond: 1000, accuracy: 10)
        #expect(try track.fix(20, beyond: 1010, accuracy: 10).accepted)
        #expect(track.told == ["exit depot 10 after 10 via region by position visit 0 fix 1000±10 #1"])
    }

    @Test func `two jumps to different places confirm nothing`() throws {
        let track = try track()
        try track.fix(10, beyond: 5000, accuracy: 10)
        #expect(try track.fix(20, beyond: 50_000, accuracy: 10).implausible)
        #expect(try track.fix(30, beyond: -10, accuracy: 10).accepted)
        #expect(track.told == [])
    }

    @Test func `the same fix once more confirms nothing`() throws {
        let track = try track()
        try track.fix(10, beyond: 1000, accuracy: 10)
        #expect(try track.fix(10, beyond: 1000, accuracy: 10).duplicate)
        #expect(track.told == [])
    }

    @Test func `the same fix once more is no moment up to which holds run`() throws {
        let depot = try Fence.circle(wifi: ["Depot"]) { $0.exitAfter = 3 }
        let track = try Track(depot) { $0.maxSpeed = 180 }
        try track.fix(0, beyond: 500, accuracy: 10, wifi: "Depot")
        #expect(try track.fix(10, beyond: 5000, accuracy: 10).implausible)
        try track.wifi(5, nil)
        #expect(try track.fix(10, beyond: 5000, accuracy: 10).duplicate)
        try track.wifi(7, "Depot")
        track.clock(20)
        #expect(track.told == [])
    }

    @Test func `accuracy makes a short jump possible`() throws {
        let track = try track()
        #expect(try track.fix(10, beyond: 1000, accuracy: 600).accepted)
    }

    @Test func `a fix that a long time lies before is no jump`() throws {
        let track = try track()
        #expect(try track.fix(100, beyond: 1000, accuracy: 10).accepted)
    }

    @Test func `0, 0 is no place`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: -20)
        let outcome = try track.fix(10, at: Coordinate(latitude: 0, longitude: 0))
        #expect(outcome.implausible && !outcome.accepted)
        #expect(track.told == [])
    }

    @Test func `unless a fence holds it`() throws {
        let island = try Fence(
            id: Identifier("buoy"),
            shape: .circle(Circle(center: Coordinate(latitude: 0, longitude: 0.001), radius: 200))
        )
        let track = try Track(island)
        #expect(try track.fix(0, at: Coordinate(latitude: 0, longitude: 0)).accepted)
        #expect(try track.status("buoy") == "inside since 0 via region visit 0")
    }
}
