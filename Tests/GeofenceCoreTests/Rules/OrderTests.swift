import GeofenceCore
import Testing

/// "Order": of transitions, of stamps, of what comes late or twice.
@Suite struct OrderTests {
    static let taken = Outcome.make { $0.accepted = true }
    static let late = Outcome.make { $0.late = true }
    static let duplicate = Outcome.make { $0.duplicate = true }

    @Test func `several transitions of one observation: exits first, then enters, each by fence id`() throws {
        let track = try Track(
            .network("c", wifi: ["New"]),
            .circle("d"),
            .network("a", wifi: ["New"]),
            .circle("b")
        )
        try track.fix(0, beyond: -20, wifi: "Old")
        try track.fix(1, beyond: 50, wifi: "New")
        #expect(
            track.told == [
                "exit b 1 after 1 via region by position visit 0 fix 50 #1",
                "exit d 1 after 1 via region by position visit 0 fix 50 #1",
                "enter a 1 via wifi by wifi fix 50 #1",
                "enter c 1 via wifi by wifi fix 50 #1",
            ]
        )
    }

    @Test func `fence ids are in order of their bytes`() throws {
        let track = try Track(.circle("b"), .circle("B"), .circle("é"), .circle("a10"), .circle("a2"))
        try track.fix(0, beyond: 50)
        try track.fix(1, beyond: -50)
        #expect(track.events.map(\.fence.description) == ["B", "a10", "a2", "b", "é"])
    }

    @Test func `a fix older than the last accepted one changes no status`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: 50)
        try track.fix(10, beyond: 60)
        #expect(try track.fix(9.999, beyond: -20) == Self.late)
        #expect(track.told == [])
        #expect(try track.report()?.time == .second(10))
    }

    @Test func `a repeat, of the same time and place, is dropped and counted`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: 50)
        #expect(try track.fix(0, beyond: 50, accuracy: 7) == Self.duplicate)
        #expect(try track.report()?.accuracy == nil)
    }

    @Test func `another place at the same time is none, and repeats of both are known`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: 50)
        #expect(try track.fix(0, beyond: -20) == Self.taken)
        #expect(try track.fix(0, beyond: 50) == Self.duplicate)
        #expect(try track.fix(0, beyond: -20) == Self.duplicate)
        #expect(track.told == ["enter depot 0 via region by position fix -20 #1"])
    }

    @Test func `more places than 16 under one stamp are taken for late`() throws {
        let track = try Track(.circle())
        for metre in 0..<16 { #expect(try track.fix(0, beyond: Double(metre) + 1) == Self.taken) }
        #expect(try track.fix(0, beyond: -20) == Self.late)
        #expect(try track.fix(0, beyond: 1) == Self.duplicate)
        #expect(try track.fix(0.001, beyond: -20) == Self.taken)
    }

    @Test func `WiFi reports are late and repeated among themselves`() throws {
        let track = try Track(.network())
        try track.wifi(10, "Lounge")
        #expect(try track.wifi(9, nil) == Self.late)
        #expect(try track.wifi(10, "Lounge") == Self.duplicate)
        #expect(try track.wifi(10, nil) == Self.taken)
        #expect(try track.wifi(10, "Lounge") == Self.duplicate)
        #expect(track.told == ["exit lounge 10 after 0 via wifi by wifi visit 10 #1"])
    }

    @Test func `WiFi reports and fixes are ordered each among themselves`() throws {
        let track = try Track(.circle(wifi: ["Depot"]))
        try track.fix(100, beyond: 50)
        #expect(try track.wifi(50, "Depot") == Self.taken)
        #expect(try track.fix(120, beyond: 60) == Self.taken)
        #expect(try track.wifi(110, nil) == Self.taken)
        #expect(try track.fix(119, beyond: 60) == Self.late)
    }

    @Test func `of a message with a late fix and a new report, the report is taken`() throws {
        let track = try Track(.circle(wifi: ["Depot"]))
        try track.fix(100, beyond: 50)
        let both = Outcome.make {
            $0.accepted = true
            $0.late = true
        }
        #expect(try track.fix(50, beyond: -20, wifi: "Depot") == both)
        #expect(track.told == ["enter depot 100 via wifi by wifi fix 50 #1"])
    }

    @Test func `no transition is stamped before the last one: it takes that time`() throws {
        let track = try Track(.circle(wifi: ["Depot"]))
        try track.fix(0, beyond: 50)
        try track.fix(100, beyond: -20)
        try track.fix(110, beyond: 50)
        try track.wifi(90, "Depot")
        try track.wifi(95, nil)
        #expect(
            track.told == [
                "enter depot 100 via region by position fix -20 #1",
                "exit depot 110 after 10 via region by position visit 100 fix 50 #2",
                "enter depot 110 via wifi by wifi fix 50 #3",
                "exit depot 110 after 0 via wifi by wifi visit 110 fix 50 #4",
            ]
        )
    }

    @Test func `no two visits begin at one moment, so that ids stay apart`() throws {
        let track = try Track(.circle(wifi: ["Depot"]))
        try track.fix(100, beyond: 50)
        for second in 0..<3 {
            try track.wifi(Double(second), "Depot")
            try track.wifi(Double(second) + 0.5, nil)
        }
        #expect(
            track.events.map(\.visit.inSeconds) == ["100", "100", "100.001", "100.001", "100.002", "100.002"]
        )
        #expect(Set(track.events.map(\.id)).count == 6)
    }

    @Test func `a hold that begins before the last transition counts from that`() throws {
        let track = try Track(.circle(wifi: ["Depot"]) { $0.exitAfter = 30 })
        try track.fix(100, beyond: 50)
        try track.wifi(50, "Depot")
        try track.wifi(60, nil)
        track.clock(129.999)
        #expect(track.told == ["enter depot 100 via wifi by wifi fix 50 #1"])
        track.clock(130)
        #expect(
            track.told.last == "exit depot 100 after 0 confirmed 130 via wifi by timer visit 100 fix 50 #2"
        )
    }
}
