import GeofenceCore
import Testing

/// "Schedules: closing gives exits, opening enters, with the cause schedule, by timer"; "expires".
@Suite struct ScheduleRuleTests {
    /// Open from 00:01 to 00:02 every day; the tests begin at midnight.
    private func daily(expires: Double? = nil) throws -> Schedule {
        let utc = try TimeZoneTable(name: "UTC", firstOffset: 0, changes: [])
        let window = try WeeklyWindow(days: .all, from: 60, to: 120, timeZone: utc)
        return Schedule(windows: [window], expires: expires.map { .second($0) })
    }

    @Test func `opening enters who is there, closing lets them leave`() throws {
        let track = try Track(.circle(schedule: daily()))
        try track.fix(0, beyond: -20)
        #expect(try track.status() == "outside since 0")
        #expect(!track.clock(59.999))
        #expect(track.clock(60))
        #expect(try track.status() == "inside since 60 via region visit 60")
        track.clock(120)
        #expect(
            track.told == [
                "enter depot 60 via region by schedule fix -20 #1",
                "exit depot 120 after 60 via region by schedule visit 60 fix -20 #2",
            ]
        )
        track.clock(86_460)
        #expect(track.told.last == "enter depot 86460 via region by schedule fix -20 #3")
    }

    @Test func `a closed fence holds nobody for certain`() throws {
        let track = try Track(.circle(schedule: daily()))
        try track.fix(0, beyond: -20)
        let slot = try track.slot("depot")
        #expect(track.engine.status(device: 0, fence: slot)?.confidence == 1)
    }

    @Test func `while it is closed nobody comes in, while it is open as ever`() throws {
        let track = try Track(.circle(schedule: daily()))
        try track.fix(0, beyond: 50)
        try track.fix(10, beyond: -20)
        try track.fix(20, beyond: 50)
        try track.fix(70, beyond: -20)
        try track.fix(80, beyond: 50)
        try track.fix(130, beyond: -20)
        #expect(
            track.told == [
                "enter depot 70 via region by position fix -20 #1",
                "exit depot 80 after 10 via region by position visit 70 fix 50 #2",
            ]
        )
    }

    @Test func `no hold waits: the clock makes no noise`() throws {
        let track = try Track(
            .circle(schedule: daily()) {
                $0.enterAfter = 30
                $0.exitAfter = 30
            }
        )
        try track.fix(0, beyond: -20)
        track.clock(200)
        #expect(track.told.count == 2)
        #expect(track.events.map(\.time) == [.second(60), .second(120)])
    }

    @Test func `an enter that is held when it closes does not happen`() throws {
        let track = try Track(.circle(schedule: daily()) { $0.enterAfter = 30 })
        try track.fix(0, beyond: 50)
        try track.fix(100, beyond: -20)
        track.clock(200)
        #expect(track.told == [])
    }

    @Test func `networks are closed with it`() throws {
        let track = try Track(.circle(wifi: ["DepotNet"], schedule: daily()))
        try track.wifi(0, "DepotNet")
        track.clock(60)
        #expect(track.told == ["enter depot 60 via wifi by schedule #1"])
    }

    @Test func `expires: an exit, and nobody comes in again`() throws {
        let track = try Track(.circle(schedule: Schedule(expires: .second(100))))
        try track.fix(0, beyond: -20)
        track.clock(100)
        try track.fix(200, beyond: 50)
        try track.fix(300, beyond: -20)
        #expect(track.told == ["exit depot 100 after 100 via region by expired visit 0 fix -20 #1"])
    }

    @Test func `a schedule that is changed sets the status anew with no event`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: -20)
        track.replace(10, try .circle(schedule: daily()))
        #expect(try track.status() == "outside since 10")
        #expect(track.told == [])
        track.clock(60)
        #expect(track.told == ["enter depot 60 via region by schedule fix -20 #1"])
    }

    @Test func `an exit that is held when it closes happens then`() throws {
        let track = try Track(.circle(schedule: daily()) { $0.exitAfter = 60 })
        try track.fix(70, beyond: -20)
        try track.fix(110, beyond: 50)
        track.clock(120)
        #expect(track.told == ["exit depot 120 after 50 via region by schedule visit 70 fix 50 #1"])
    }
}
