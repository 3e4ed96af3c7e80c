import GeofenceCore
import Testing

/// "Until anything is known of a device for a fence its status is `unknown`".
@Suite struct FirstKnowledgeTests {
    @Test func `no fix where the fence has a shape: unknown`() throws {
        let track = try Track(.circle(wifi: ["Depot"]))
        try track.wifi(0, "Cafe")
        #expect(try track.status() == "unknown")
    }

    @Test func `no WiFi report where it has none: unknown`() throws {
        let track = try Track(.network())
        try track.fix(0, beyond: 0)
        #expect(try track.status("lounge") == "unknown")
        try track.wifi(5, "Cafe")
        #expect(try track.status("lounge") == "outside since 5")
    }

    @Test(arguments: [(-20.0, "inside since 3 via region visit 3"), (20, "outside since 3")])
    func `the first fix sets the status with no event, whatever the holds`(_ metres: Double, _ status: String)
        throws
    {
        let track = try Track(
            .circle {
                $0.enterAfter = 60
                $0.exitAfter = 60
            }
        )
        try track.fix(3, beyond: metres)
        #expect(try track.status() == status)
        #expect(track.toldStatuses == ["van/depot"])
        #expect(track.told == [])
    }

    @Test func `a WiFi match is knowledge of a shape, too`() throws {
        let track = try Track(.circle(wifi: ["Depot"]))
        try track.wifi(0, "Depot")
        #expect(try track.status() == "inside since 0 via wifi visit 0")
        #expect(track.told == [])
    }

    @Test func `later, off the network and with no fix ever: outside, by an exit`() throws {
        let track = try Track(.circle(wifi: ["Depot"]))
        try track.wifi(0, "Depot")
        try track.wifi(60, nil)
        #expect(track.told == ["exit depot 60 after 60 via wifi by wifi visit 0 #1"])
        #expect(try track.status() == "outside since 60")
    }

    @Test func `what follows the first knowledge is an event`() throws {
        let track = try Track(.circle(wifi: ["Depot"]))
        try track.wifi(0, "Depot")
        try track.wifi(10, nil)
        try track.fix(20, beyond: -20)
        #expect(
            track.told == [
                "exit depot 10 after 10 via wifi by wifi visit 0 #1",
                "enter depot 20 via region by position fix -20 #2",
            ]
        )
    }

    @Test func `a first message with place and network is one piece of knowledge`() throws {
        let track = try Track(.circle(wifi: ["Depot"]))
        try track.fix(0, beyond: 500, wifi: "Depot")
        #expect(try track.status() == "inside since 0 via wifi visit 0")
        #expect(track.told == [])
    }

    @Test func `initialEvents sends it, with the cause initial and no hold`() throws {
        let track = try Track(
            .circle {
                $0.initialEvents = true
                $0.enterAfter = 60
            },
            .network { $0.initialEvents = true }
        )
        try track.fix(3, beyond: -20)
        try track.wifi(5, "Lounge")
        #expect(
            track.told == [
                "enter depot 3 via region by initial fix -20 #1",
                "enter lounge 5 via wifi by initial fix -20 #1",
            ]
        )
    }

    @Test func `initialEvents sends nothing of an outside, and changes nothing later`() throws {
        let track = try Track(.circle { $0.initialEvents = true })
        try track.fix(0, beyond: 20)
        try track.fix(1, beyond: -20)
        #expect(track.told == ["enter depot 1 via region by position fix -20 #1"])
    }

    @Test func `each device has a first knowledge of its own`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: 20)
        try track.fix(1, beyond: -20, by: "bus")
        #expect(try track.status(of: "van") == "outside since 0")
        #expect(try track.status(of: "bus") == "inside since 1 via region visit 1")
        #expect(track.told == [])
    }

    @Test func `outside stays since the first fix, and is told once`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: 20)
        try track.fix(10, beyond: 30)
        try track.wifi(20, nil)
        #expect(track.toldStatuses == [])
        #expect(try track.status() == "outside since 0")
    }

    @Test func `with more fences than are told, only pairs that have been inside are`() throws {
        let track = try Track(.circle("a"), .circle("b", radius: 500), reportAllUpTo: 1)
        try track.fix(0, beyond: 200)
        #expect(track.toldStatuses == ["van/b"])
        try track.fix(1, beyond: -10)
        #expect(track.toldStatuses == ["van/a"])
    }
}
