import GeofenceCore
import Testing

/// "staleAfter: status unknown with the cause stale, no exit; the next fix decides".
@Suite struct StaleTests {
    @Test func `inside turns unknown with no exit, and the same visit goes on`() throws {
        let track = try Track(.circle { $0.staleAfter = 60 })
        try track.fix(0, beyond: -20)
        #expect(!track.clock(59.999))
        #expect(track.clock(60))
        let report = try #require(try track.report())
        #expect(report.status == .unknown && report.isStale)
        #expect(track.toldStatuses == ["van/depot"])
        let depot = try track.slot("depot")
        #expect(track.engine.occupants(of: depot) == [])
        try track.fix(100, beyond: -30)
        #expect(try track.status() == "inside since 0 via region visit 0")
        #expect(track.engine.occupants(of: depot).map(\.description) == ["van"])
        #expect(track.told == [])
    }

    @Test func `the next fix decides: outside is an exit then`() throws {
        let track = try Track(.circle { $0.staleAfter = 60 })
        try track.fix(0, beyond: -20)
        track.clock(500)
        try track.fix(1000, beyond: 50)
        #expect(track.told == ["exit depot 1000 after 1000 via region by position visit 0 fix 50 #1"])
    }

    @Test func `outside turns unknown, too, and inside is an enter then`() throws {
        let track = try Track(.circle { $0.staleAfter = 60 }, .circle("calm"))
        try track.fix(0, beyond: 50)
        track.clock(60)
        #expect(try track.status() == "unknown")
        #expect(try track.status("calm") == "outside since 0")
        #expect(track.toldStatuses == ["van/depot"])
        try track.fix(70, beyond: -20)
        #expect(track.told.first == "enter calm 70 via region by position fix -20 #1")
        #expect(track.told.count == 2)
    }

    @Test func `a time that rounds to none is a millisecond`() throws {
        let track = try Track(.circle { $0.staleAfter = 1e-9 })
        try track.fix(0, beyond: -20)
        #expect(try track.status() == "inside since 0 via region visit 0")
        track.clock(1)
        #expect(try track.status() == "unknown")
    }

    @Test func `a WiFi report is a message, too`() throws {
        let track = try Track(.circle { $0.staleAfter = 60 })
        try track.fix(0, beyond: -20)
        try track.wifi(50, nil)
        track.clock(109)
        #expect(try track.status() == "inside since 0 via region visit 0")
        track.clock(110)
        #expect(try track.status() == "unknown")
    }

    @Test
    func `a hold that ended in silence ends with the message that breaks it, before any stamped earlier`()
        throws
    {
        let track = try Track(.circle { ($0.staleAfter, $0.exitAfter) = (60, 100) })
        try track.fix(0, beyond: -20)
        try track.fix(50, beyond: 50)
        try track.wifi(170, nil)
        #expect(
            track.told.count == 1 && track.told.first?.hasPrefix("exit depot 50") == true,
            "\(track.told)"
        )
        try track.fix(120, beyond: -20)
        #expect(track.told.count == 2, "\(track.told)")
    }

    @Test func `a dwell waits until the device is known to be inside`() throws {
        let track = try Track(
            .circle {
                $0.staleAfter = 60
                $0.dwell = [90]
            }
        )
        try track.fix(0, beyond: -20)
        track.clock(200)
        #expect(track.told == [])
        try track.fix(300, beyond: -30)
        track.clock(300)
        #expect(track.told == ["dwell 90 depot 90 via region by timer visit 0 fix -30 #1"])
    }

    @Test func `a dwell due in the silence is not told by a message that says outside`() throws {
        let track = try Track(.circle { ($0.staleAfter, $0.exitAfter, $0.dwell) = (60, 30, [90]) })
        try track.fix(0, beyond: -20)
        try track.fix(300, beyond: 50)
        #expect(track.told == [])
        track.clock(340)
        #expect(track.events.map(\.kind) == [.exit(duration: 300_000)])
    }

    @Test func `a dwell due in the silence is told once a message says that the device was inside`() throws {
        let track = try Track(.circle { ($0.staleAfter, $0.exitAfter, $0.dwell) = (60, 30, [90]) })
        try track.fix(0, beyond: -20)
        try track.fix(300, beyond: 50)
        try track.fix(310, beyond: -20)
        #expect(track.told == ["dwell 90 depot 90 via region by timer visit 0 fix -20 #1"])
    }

    @Test func `fences go stale each after its own time`() throws {
        let track = try Track(.circle("a") { $0.staleAfter = 60 }, .circle("b") { $0.staleAfter = 90 })
        try track.fix(0, beyond: -20)
        track.clock(60)
        #expect(track.toldStatuses == ["van/a"])
        track.clock(90)
        #expect(track.toldStatuses == ["van/b"])
        #expect(try track.status("a") == "unknown")
    }

    @Test func `a hold waits, too: the next fix decides`() throws {
        let track = try Track(
            .circle("depot") {
                $0.staleAfter = 60
                $0.exitAfter = 120
            }
        )
        try track.fix(0, beyond: -20)
        try track.fix(10, beyond: 50)
        track.clock(500)
        #expect(track.told == [])
        #expect(try track.status() == "unknown")
        try track.fix(600, beyond: 60)
        track.clock(600)
        #expect(track.told == ["exit depot 10 after 10 confirmed 130 via region by timer visit 0 fix 60 #1"])
    }
}
