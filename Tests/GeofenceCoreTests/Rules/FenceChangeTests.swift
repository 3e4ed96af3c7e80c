import GeofenceCore
import Testing

/// "Fence added or changed: the status is set anew with no event for devices seen before; removed: devices
/// inside get an exit".
@Suite struct FenceChangeTests {
    @Test func `added: the status is set by the point of the last fix, with no event`() throws {
        let track = try Track(.circle("a"))
        try track.fix(0, beyond: 50, accuracy: 900)
        track.replace(10, try .circle("a"), try .circle("b", radius: 500) { $0.initialEvents = true })
        #expect(try track.status("b") == "inside since 10 via region visit 10")
        #expect(track.toldStatuses == ["van/b"])
        track.replace(20, try .circle("a"), try .circle("c", radius: 120), try .circle("b", radius: 500))
        #expect(try track.status("c") == "outside since 0")
        #expect(track.told == [])
    }

    @Test func `added: by the last report as well, unless that has expired`() throws {
        let track = try Track(.circle())
        try track.wifi(0, "Lounge")
        track.replace(
            60,
            try .network("a") { $0.wifiExpiry = 60 },
            try .network("b") { $0.wifiExpiry = 59.999 },
            try .network("c", wifi: ["Cafe"]),
            try .circle("d", wifi: ["Cafe"]),
            try .circle("e", wifi: ["Lounge"])
        )
        #expect(try track.status("a") == "inside since 60 via wifi visit 60")
        #expect(try track.status("b") == "outside since 0")
        #expect(try track.status("c") == "outside since 0")
        #expect(try track.status("d") == "unknown")
        #expect(try track.status("e") == "inside since 60 via wifi visit 60")
        #expect(track.told == [])
    }

    @Test func `what follows is an event`() throws {
        let track = try Track()
        try track.fix(0, beyond: -20)
        track.replace(10, try .circle { $0.dwell = [30] })
        track.clock(40)
        try track.fix(50, beyond: 50)
        #expect(
            track.told == [
                "dwell 30 depot 40 via region by timer visit 10 fix -20 #1",
                "exit depot 50 after 40 via region by position visit 10 fix 50 #2",
            ]
        )
    }

    @Test func `for a device never seen it stays unknown`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: 50, accuracy: 5000)
        track.replace(10, try .circle("depot", radius: 9000))
        #expect(try track.status() == "unknown")
    }

    @Test func `moved away: outside, with no event`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: -20)
        track.replace(10, try .circle(radius: 10))
        #expect(try track.status() == "outside since 10")
        #expect(track.toldStatuses == ["van/depot"])
        #expect(track.engine.occupants(of: 0) == [])
        #expect(track.told == [])
    }

    @Test func `moved, and the device is still inside: the same visit, and an exit held is over`() throws {
        let track = try Track(.circle { $0.exitAfter = 30 })
        try track.fix(0, beyond: -20)
        try track.fix(5, beyond: 20)
        track.replace(10, try .circle(radius: 200) { $0.exitAfter = 30 })
        track.clock(100)
        #expect(try track.status() == "inside since 0 via region visit 0")
        #expect(track.told == [])
    }

    @Test func `a change in rules alone keeps the status, and holds go by the new ones`() throws {
        let track = try Track(.circle { $0.exitAfter = 30 })
        try track.fix(0, beyond: -20)
        try track.fix(5, beyond: 50)
        track.replace(10, try .circle { $0.exitAfter = 300 })
        track.clock(100)
        #expect(try track.status() == "inside since 0 via region visit 0")
        track.replace(120, try .circle { $0.exitAfter = 60 })
        track.clock(120)
        #expect(
            track.told == ["exit depot 5 after 5 confirmed 65 via region by timer visit 0 fix 50 #1"]
        )
    }

    @Test(arguments: [100.0, 200])
    func `dwell times that have passed are not made up for`(_ radius: Double) throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: -20)
        track.replace(60, try .circle(radius: radius) { $0.dwell = [30, 60, 61] })
        track.clock(100)
        #expect(track.told == ["dwell 61 depot 61 via region by timer visit 0 fix -20 #1"])
    }

    @Test func `removed: devices inside get an exit with the cause removed, by fence id, then by device`()
        throws
    {
        let track = try Track(.circle("b"), .circle("a"), .circle("keep"), .circle("far", radius: 1))
        try track.fix(0, beyond: -20)
        try track.fix(1, beyond: -30, by: "bus")
        try track.fix(1, beyond: 50, by: "car")
        track.replace(10, try .circle("keep"))
        #expect(
            track.told == [
                "exit a 10 after 10 via region by removed visit 0 fix -20 #1",
                "bus: exit a 10 after 9 via region by removed visit 1 fix -30 #1",
                "exit b 10 after 10 via region by removed visit 0 fix -20 #1",
                "bus: exit b 10 after 9 via region by removed visit 1 fix -30 #1",
            ]
        )
        #expect(try track.status("a") == "none")
        let cleared = track.effects.cleared.map { "\($0.device)/\($0.fence)" }
        #expect(
            cleared == [
                "van/a", "bus/a", "car/a", "van/b", "bus/b", "car/b", "van/far", "bus/far", "car/far",
            ]
        )
    }

    @Test func `removed while an exit was held: what was inside until then leaves now`() throws {
        let track = try Track(.circle { $0.exitAfter = 60 })
        try track.fix(0, beyond: -20)
        try track.fix(5, beyond: 50)
        track.replace(10)
        #expect(track.told == ["exit depot 10 after 10 via region by removed visit 0 fix 50 #1"])
    }

    @Test func `removed while an enter was held: nothing has happened`() throws {
        let track = try Track(.circle { $0.enterAfter = 60 })
        try track.fix(0, beyond: 50)
        try track.fix(5, beyond: -20)
        track.replace(10)
        track.clock(100)
        #expect(track.told == [])
    }

    @Test func `it moves no clock: a hold of another fence ends with the clock, or is contradicted first`()
        throws
    {
        let track = try Track(.circle { $0.exitAfter = 30 })
        try track.fix(0, beyond: -20)
        try track.fix(5, beyond: 50)
        track.replace(100, try .circle { $0.exitAfter = 30 }, try .circle("other", radius: 10))
        #expect(track.told == [])
        try track.fix(20, beyond: -20)
        track.clock(200)
        #expect(track.told == [])
        try track.fix(205, beyond: 50)
        track.clock(300)
        #expect(
            track.told == ["exit depot 205 after 205 confirmed 235 via region by timer visit 0 fix 50 #1"]
        )
    }

    @Test func `dwell times of other fences are sent as if there had been no change`() throws {
        let track = try Track(.circle { $0.dwell = [30] })
        try track.fix(0, beyond: -20)
        track.replace(60, try .circle { $0.dwell = [30] }, try .circle("new") { $0.dwell = [41] })
        track.clock(100)
        #expect(track.told == ["dwell 30 depot 30 via region by timer visit 0 fix -20 #1"])
    }

    @Test func `dwell times pass by the clock of the device, which lags`() throws {
        let track = try Track()
        try track.fix(0, beyond: -20, arriving: 50)
        track.replace(60, try .circle { $0.dwell = [5, 30] })
        track.clock(200)
        #expect(
            track.told == [
                "dwell 5 depot 65 via region by timer visit 60 fix -20 #1",
                "dwell 30 depot 90 via region by timer visit 60 fix -20 #2",
            ]
        )
        let late = try Track(.circle())
        try late.fix(0, beyond: -20, arriving: 50)
        late.replace(60, try .circle { $0.dwell = [5, 30] })
        late.clock(200)
        #expect(late.told == ["dwell 30 depot 30 via region by timer visit 0 fix -20 #1"])
    }

    @Test func `a silence goes on, by the new rules`() throws {
        let track = try Track(.circle { $0.staleAfter = 30 })
        try track.fix(0, beyond: -20)
        track.clock(40)
        #expect(try track.status() == "unknown")
        track.replace(50, try .circle { $0.staleAfter = 30 }, try .circle("patient") { $0.staleAfter = 100 })
        #expect(try track.status() == "unknown")
        #expect(try track.status("patient") == "inside since 50 via region visit 50")
        track.replace(60, try .circle { $0.staleAfter = 100 }, try .circle("patient") { $0.staleAfter = 100 })
        #expect(try track.status() == "inside since 0 via region visit 0")
        track.clock(200)
        #expect(try track.status() == "unknown")
        #expect(track.told == [])
    }

    @Test func `one of the same id that comes later counts on, in number and in time`() throws {
        let track = try Track(.circle(wifi: ["Depot"]))
        try track.fix(0, beyond: 50)
        try track.fix(5, beyond: -20)
        track.replace(20)
        try track.fix(21, beyond: 50)
        track.replace(30, try .circle(wifi: ["Depot"]))
        try track.wifi(10, "Depot")
        #expect(
            track.told == [
                "enter depot 5 via region by position fix -20 #1",
                "exit depot 20 after 15 via region by removed visit 5 fix -20 #2",
                "enter depot 20 via wifi by wifi fix 50 #3",
            ]
        )
    }

    @Test func `one that loses its circle goes by networks from then on`() throws {
        let track = try Track(.circle(wifi: ["Depot"]))
        try track.fix(0, beyond: 50)
        try track.fix(1, beyond: -20)
        track.replace(10, try .network("depot", wifi: ["Depot"]))
        #expect(try track.status() == "unknown")
        try track.wifi(20, "Cafe")
        #expect(try track.status() == "outside since 20")
        try track.wifi(30, "Depot")
        #expect(track.told.last == "enter depot 30 via wifi by wifi fix -20 #2")
    }

    @Test
    func `with too many fences to tell all, statuses never inside are cleared, also those of moved ones`()
        throws
    {
        let track = try Track(.circle("a", radius: 10), .circle("b", radius: 10), .circle("in"))
        try track.fix(0, beyond: -20)
        track.replace(
            10,
            try .circle("a", radius: 10),
            try .circle("b", radius: 20),
            try .circle("in"),
            try .circle("new", radius: 10),
            reportAllUpTo: 3
        )
        let cleared = track.effects.cleared.map { "\($0.device)/\($0.fence)" }
        #expect(cleared == ["van/a", "van/b"])
        #expect(track.toldStatuses == [])
    }

    @Test func `with few enough again, all are told`() throws {
        let track = try Track(.circle("a", radius: 10), .circle("in"), reportAllUpTo: 1)
        try track.fix(0, beyond: -20)
        track.replace(10, try .circle("a", radius: 10), try .circle("in"), reportAllUpTo: 2)
        #expect(track.toldStatuses == ["van/a"])
    }

    @Test func `of two with one id the last counts`() throws {
        let track = try Track(.circle(radius: 10))
        try track.fix(0, beyond: -20)
        track.replace(10, try .circle(radius: 10), try .circle(radius: 200))
        #expect(track.engine.fenceCount == 1)
        #expect(try track.status() == "inside since 10 via region visit 10")
    }

    @Test func `what is zoneFences anew is not stamped before the last transition`() throws {
        let track = try Track(.circle(wifi: ["Depot"]))
        try track.fix(0, beyond: 50)
        try track.fix(8, beyond: -20)
        try track.fix(9, beyond: 50)
        track.replace(10, try .network("depot", wifi: ["Depot"]))
        try track.wifi(5, "Depot")
        #expect(try track.status() == "inside since 9 via wifi visit 9")
    }

    @Test func `gone and there again in one moment: another visit, with another id`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: 50)
        try track.fix(10, beyond: -20)
        track.replace(10)
        track.replace(10, try .circle())
        #expect(try track.status() == "inside since 10.001 via region visit 10.001")
    }

    @Test func `a vague fix before the change is no first of two after it`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: 9000)
        try track.fix(1, beyond: -20, accuracy: 101)
        track.replace(2, try .circle(radius: 50))
        try track.fix(3, beyond: -70, accuracy: 101)
        #expect(track.told == [])
    }
}
