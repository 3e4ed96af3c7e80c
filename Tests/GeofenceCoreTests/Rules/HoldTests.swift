import GeofenceCore
import Testing

/// "Holds": the new side must last, then the transition happens without any further message.
@Suite struct HoldTests {
    @Test func `without holds the transition happens at once, and nothing is confirmed`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: 50)
        try track.fix(7, beyond: -20)
        #expect(track.told == ["enter depot 7 via region by position fix -20 #1"])
    }

    @Test func `enterAfter: stamped when the side changed, confirmed when the hold ended`() throws {
        let track = try Track(.circle { $0.enterAfter = 30 })
        try track.fix(0, beyond: 50)
        try track.fix(10, beyond: -20)
        #expect(try track.status() == "outside since 0")
        #expect(!track.clock(39.999))
        #expect(track.told == [])
        #expect(track.clock(40))
        #expect(track.told == ["enter depot 10 confirmed 40 via region by timer fix -20 #1"])
        #expect(try track.status() == "inside since 10 via region visit 10")
    }

    @Test func `exitAfter: stamped when the side changed, confirmed when the hold ended`() throws {
        let track = try Track(.circle { $0.exitAfter = 30 })
        try track.fix(0, beyond: -20)
        try track.fix(10, beyond: 50)
        #expect(try track.status() == "inside since 0 via region visit 0")
        #expect(!track.clock(39.999))
        #expect(track.clock(40))
        #expect(
            track.told == ["exit depot 10 after 10 confirmed 40 via region by timer visit 0 fix 50 #1"]
        )
        #expect(try track.status() == "outside since 10")
    }

    @Test func `the next message ends a hold as well as the clock does`() throws {
        let track = try Track(.circle { $0.enterAfter = 30 })
        try track.fix(0, beyond: 50)
        try track.fix(10, beyond: -20)
        try track.fix(100, beyond: -30)
        #expect(track.told == ["enter depot 10 confirmed 40 via region by timer fix -20 #1"])
    }

    @Test func `a fix to the contrary ends a hold, and the next begins anew`() throws {
        let track = try Track(.circle { $0.enterAfter = 30 })
        try track.fix(0, beyond: 50)
        try track.fix(10, beyond: -20)
        try track.fix(20, beyond: 50)
        try track.fix(30, beyond: -20)
        track.clock(59.999)
        #expect(track.told == [])
        track.clock(60)
        #expect(track.told == ["enter depot 30 confirmed 60 via region by timer fix -20 #1"])
    }

    @Test func `a fix to the contrary keeps a visit going`() throws {
        let track = try Track(.circle { $0.exitAfter = 30 })
        try track.fix(0, beyond: -20)
        try track.fix(10, beyond: 50)
        try track.fix(39.999, beyond: -20)
        track.clock(1000)
        #expect(track.told == [])
        #expect(try track.status() == "inside since 0 via region visit 0")
    }

    @Test func `a fix that proves nothing ends no hold`() throws {
        let track = try Track(.circle { $0.exitAfter = 30 })
        try track.fix(0, beyond: -20)
        try track.fix(10, beyond: 50)
        try track.fix(20, beyond: 5, accuracy: 10)
        track.clock(40)
        #expect(
            track.told == ["exit depot 10 after 10 confirmed 40 via region by timer visit 0 fix 5±10 #1"]
        )
    }

    @Test func `a contrary observation stamped at the end of a hold comes after it`() throws {
        let track = try Track(.circle { $0.exitAfter = 30 })
        try track.fix(0, beyond: -20)
        try track.fix(10, beyond: 50)
        try track.fix(40, beyond: -20)
        #expect(
            track.told == [
                "exit depot 10 after 10 confirmed 40 via region by timer visit 0 fix 50 #1",
                "enter depot 40 via region by position fix -20 #2",
            ]
        )
    }

    @Test func `a contrary observation stamped before the end of a hold ends it`() throws {
        let track = try Track(.circle { $0.enterAfter = 30 })
        try track.fix(0, beyond: 50)
        try track.fix(10, beyond: -20)
        try track.fix(39.999, beyond: 50)
        track.clock(100)
        #expect(track.told == [])
    }

    @Test func `a WiFi match ends the hold of an exit, for both make one inside`() throws {
        let track = try Track(.circle(wifi: ["Depot"]) { $0.exitAfter = 30 })
        try track.fix(0, beyond: -20)
        try track.fix(10, beyond: 50)
        try track.wifi(20, "Depot")
        track.clock(100)
        #expect(track.told == [])
        #expect(try track.status() == "inside since 0 via wifi visit 0")
    }

    @Test func `a hold goes on while what makes one inside changes from place to network`() throws {
        let track = try Track(.circle(wifi: ["Depot"]) { $0.enterAfter = 30 })
        try track.fix(0, beyond: 50)
        try track.fix(10, beyond: -20)
        try track.fix(20, beyond: 50, wifi: "Depot")
        track.clock(40)
        #expect(track.told == ["enter depot 10 confirmed 40 via wifi by timer fix 50 #1"])
    }

    @Test func `while an exit is held, the status tells what held until then, and nothing new`() throws {
        let track = try Track(.circle(wifi: ["Depot"]) { $0.exitAfter = 30 })
        try track.fix(0, beyond: -20, wifi: "Depot")
        try track.fix(10, beyond: 50, wifi: "Cafe")
        #expect(try track.status() == "inside since 0 via region+wifi visit 0")
        #expect(track.toldStatuses == [])
    }

    @Test func `while an enter is held, the status tells nothing new`() throws {
        let track = try Track(.circle { $0.enterAfter = 30 })
        try track.fix(0, beyond: 50)
        try track.fix(10, beyond: -20)
        #expect(track.toldStatuses == [])
    }
}
