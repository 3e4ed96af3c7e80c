@testable import GeofenceCore
import Testing

/// Which records every fix has to look at: those in use, and no others, however many fences a device has been
/// in.
@Suite struct ActiveRecordTests {
    @Test func `a fence that is left is looked at no more, whether at once or after a hold`() throws {
        let track = try Track(.circle("a"), .circle("b") { $0.exitAfter = 30 })
        try track.fix(0, beyond: -20)
        #expect(track.engine.devices[0].active.count == 2)
        try track.fix(10, beyond: 50)
        #expect(track.engine.devices[0].active.count == 1)
        track.clock(40)
        #expect(track.engine.devices[0].active == [])
    }

    @Test func `a fence too vaguely entered is looked at until the next fix`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: 9000)
        try track.fix(1, beyond: -20, accuracy: 101)
        #expect(track.engine.devices[0].active.count == 1)
        try track.fix(2, beyond: 9000)
        #expect(track.engine.devices[0].active == [])
    }

    @Test func `fences far away leave no record`() throws {
        let track = try Track(.circle(), .network())
        try track.fix(0, beyond: 9000, wifi: "Cafe")
        try track.fix(1, beyond: 8000, accuracy: 3000)
        #expect(track.engine.devices[0].pairs.isEmpty)
    }
}
