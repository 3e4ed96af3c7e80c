import GeofenceCore
import Testing

/// "Manual: an override sets a device's position until it is cleared, as a simulator does": the device was
/// never there.
@Suite struct SetByHandTests {
    private static let byHand = "enter depot 10 via region by manual fix -20 #1"

    @Test func `what is set is believed at once`() throws {
        let track = try Track(.circle()) { $0.maxSpeed = 100 }
        try track.fix(0, beyond: 5000)
        try track.setByHand(10, beyond: -20)
        #expect(track.told == [Self.byHand])
    }

    @Test(arguments: [false, true])
    func `no way leads from there to where the device is`(_ restarts: Bool) throws {
        let depot = try Fence.circle { $0.crossing = true }
        let track = try Track(depot)
        try track.fix(0, beyond: 500)
        try track.setByHand(10, beyond: -900)
        if restarts { try track.restart(depot) }
        try track.fix(60, beyond: 500)
        #expect(track.told == [])
        try track.fix(180, beyond: -700)
        #expect(track.events.map(\.cause) == [.crossing, .crossing])
    }

    @Test(arguments: [false, true])
    func `nor where the fence has refused what came after it`(_ restarts: Bool) throws {
        let depot = try Fence.circle {
            $0.crossing = true
            $0.maxAccuracy = 100
        }
        let track = try Track(depot)
        try track.fix(0, beyond: 500, accuracy: 10)
        try track.setByHand(10, beyond: -900)
        #expect(try track.fix(20, beyond: 50, accuracy: 2000).inaccurate)
        if restarts { try track.restart(depot) }
        try track.fix(60, beyond: 500, accuracy: 10)
        #expect(track.told == [])
        try track.fix(180, beyond: -700, accuracy: 10)
        #expect(track.events.map(\.cause) == [.crossing, .crossing])
    }

    @Test func `no speed is reckoned from there, whatever a fence has refused`() throws {
        let track = try Track(
            .circle(radius: 5000) {
                $0.speedLimit = 30
                $0.maxAccuracy = 100
            }
        )
        try track.fix(0, beyond: 0, accuracy: 10)
        try track.setByHand(10, beyond: 1000)
        try track.fix(15, beyond: 0, accuracy: 20_000)
        try track.fix(20, beyond: 0, accuracy: 10)
        #expect(track.told == [])
    }

    @Test func `no speed is reckoned from there`() throws {
        let track = try Track(.circle(radius: 5000) { $0.speedLimit = 30 })
        try track.fix(0, beyond: 0)
        try track.setByHand(10, beyond: 1000)
        try track.fix(20, beyond: 0)
        #expect(track.told == [])
        try track.fix(30, beyond: 100)
        #expect(track.told == ["speeding 36 over 30 depot 30 via region by position visit 0 fix 100 #1"])
    }

    @Test func `the device's next position is not doubted for it`() throws {
        let track = try Track(.circle()) { $0.maxSpeed = 100 }
        try track.fix(0, beyond: 5000)
        try track.setByHand(10, beyond: -20)
        #expect(try track.fix(20, beyond: 5000).accepted)
        #expect(track.told.count == 2)
        #expect(try track.fix(30, beyond: -20).implausible)
    }

    @Test func `what waits to be sorted was reported before it`() throws {
        let track = try Track(.circle(wifi: ["Depot"])) { $0.reorder = 15 }
        try track.fix(0, beyond: -20)
        try track.fix(20, beyond: 500)
        try track.wifi(22, "Depot")
        try track.setByHand(25, beyond: -20)
        #expect(track.effects.released.map(\.outcome.accepted) == [true, true])
        #expect(
            track.told == [
                "exit depot 20 after 20 via region by position visit 0 fix 500 #1",
                "enter depot 22 via wifi by wifi fix 500 #2",
            ]
        )
        #expect(try track.status() == "inside since 22 via region+wifi visit 22")
    }
}
