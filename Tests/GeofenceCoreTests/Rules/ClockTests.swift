import GeofenceCore
import Testing

/// "The engine's clock": timers of all devices fire in order, and nothing else moves it.
@Suite struct ClockTests {
    @Test func `timers of all devices fire in order, and of those at one moment in order of the devices`()
        throws
    {
        let track = try Track(.circle { $0.enterAfter = 10 })
        for device in ["van", "bus", "car"] { try track.fix(0, beyond: 50, by: device) }
        try track.fix(3, beyond: -20, by: "car")
        try track.fix(2, beyond: -20, by: "bus")
        try track.fix(3, beyond: -20, by: "van")
        track.clock(100)
        #expect(
            track.told == [
                "bus: enter depot 2 confirmed 12 via region by timer fix -20 #1",
                "enter depot 3 confirmed 13 via region by timer fix -20 #1",
                "car: enter depot 3 confirmed 13 via region by timer fix -20 #1",
            ]
        )
    }

    @Test func `of one device at one moment: matches end, then exits, enters, dwells, each by fence id`()
        throws
    {
        let track = try Track(
            .network("d", wifi: ["Lounge"]) { $0.wifiExpiry = 9.999 },
            .circle("c", radius: 500) { $0.dwell = [10] },
            .circle("a", radius: 500) { $0.dwell = [10] },
            .circle("b") { $0.exitAfter = 5 }
        )
        try track.fix(0, beyond: -20, wifi: "Lounge")
        try track.fix(5, beyond: 50)
        track.clock(10)
        #expect(
            track.told == [
                "exit d 9.999 after 9.999 via wifi by expired visit 0 fix 50 #1",
                "exit b 5 after 5 confirmed 10 via region by timer visit 0 fix 50 #1",
                "dwell 10 a 10 via region by timer visit 0 fix 50 #1",
                "dwell 10 c 10 via region by timer visit 0 fix 50 #1",
            ]
        )
    }

    @Test func `it is known when the next timer may be due`() throws {
        let track = try Track(
            .circle {
                $0.enterAfter = 10
                $0.dwell = [60]
            }
        )
        #expect(track.engine.nextDeadline == nil)
        try track.fix(0, beyond: 50)
        #expect(track.engine.nextDeadline == nil)
        try track.fix(1, beyond: -20)
        #expect(track.engine.nextDeadline == .second(11))
        track.clock(11)
        #expect(track.engine.nextDeadline == .second(61))
        track.clock(61)
        #expect(track.engine.nextDeadline == nil)
    }

    @Test func `nothing happens where no timer is due`() throws {
        let track = try Track(.circle { $0.enterAfter = 10 })
        try track.fix(0, beyond: 50)
        try track.fix(1, beyond: -20)
        #expect(!track.clock(10.999))
        #expect(track.effects.isEmpty)
        #expect(track.clock(11))
        #expect(!track.clock(11))
    }

    @Test func `an observation runs its own device's timers only`() throws {
        let track = try Track(.circle { $0.enterAfter = 10 })
        for device in ["van", "bus"] {
            try track.fix(0, beyond: 50, by: device)
            try track.fix(1, beyond: -20, by: device)
        }
        try track.fix(20, beyond: -20, by: "bus")
        #expect(track.told == ["bus: enter depot 1 confirmed 11 via region by timer fix -20 #1"])
    }

    @Test func `timers of a device whose stamps arrive late run as much later`() throws {
        let track = try Track(.circle { $0.enterAfter = 10 })
        try track.fix(0, beyond: 50)
        try track.fix(1, beyond: -20, arriving: 4)
        #expect(track.engine.nextDeadline == .second(14))
        #expect(!track.clock(13.999))
        #expect(track.clock(14))
        #expect(track.told == ["enter depot 1 confirmed 11 via region by timer fix -20 #1"])
    }

    @Test
    func `a contrary fix under way when the hold ends is heard, where it arrives as late as those before`()
        throws
    {
        let track = try Track(.circle { $0.enterAfter = 10 })
        try track.fix(0, beyond: 50, arriving: 3)
        try track.fix(1, beyond: -20, arriving: 4)
        track.clock(12)
        try track.fix(10, beyond: 50, arriving: 13)
        track.clock(100)
        #expect(track.told == [])
    }

    @Test func `stamps ahead of their arrival make no timer run early`() throws {
        let track = try Track(.circle { $0.enterAfter = 10 })
        try track.fix(0, beyond: 50)
        try track.fix(5, beyond: -20, arriving: 1)
        #expect(track.engine.nextDeadline == .second(15))
    }

    @Test func `timers that are due far in the past or never do no harm`() throws {
        let track = try Track(.circle { $0.enterAfter = .greatestFiniteMagnitude })
        try track.fix(-60_000_000_000, beyond: 50)
        try track.fix(60_000_000_000, beyond: -20)
        #expect(!track.clock(9_000_000_000_000))
        #expect(track.told == [])
    }

    @Test func `a fix too vague to be a position tells how late stamps arrive, where it is of use`() throws {
        let track = try Track(.circle { $0.exitAfter = 30 }, .circle("city", radius: 5000))
        try track.fix(0, beyond: -20)
        try track.fix(1, beyond: 2500, accuracy: 2000, arriving: 4)
        #expect(track.engine.nextDeadline == .second(34))
    }
}
