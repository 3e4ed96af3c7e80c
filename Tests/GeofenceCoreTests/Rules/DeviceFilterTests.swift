import GeofenceCore
import Testing

/// "Device filter per fence".
@Suite struct DeviceFilterTests {
    @Test(
        arguments: [
            ("van*", "van", true), ("van*", "van7", true), ("van*", "minivan", false),
            ("*van", "minivan", true),
            ("v*n", "van", true), ("van", "van7", false), ("Van*", "van7", false), ("*", "anything", true),
        ]
    )
    func `a star stands for any run of characters`(_ pattern: String, _ device: String, _ matches: Bool)
        throws
    {
        #expect(try DevicePattern(pattern).matches(Identifier(device)) == matches)
    }

    @Test(arguments: ["", "a/b", "+"])
    func `what no device can be called is no pattern`(_ pattern: String) {
        let error = #expect(throws: FenceError.self) { try DevicePattern(pattern) }
        #expect(error?.description == "\"\(pattern)\" is no device's name and no pattern such as van*")
    }

    @Test func `for other devices the fence is not there: no status, no event, no occupant`() throws {
        let track = try Track(.circle(wifi: ["DepotNet"], devices: ["van*"]), .circle("all"))
        for device in ["van7", "bike"] {
            try track.fix(0, beyond: 50, by: device)
            try track.fix(10, beyond: -20, wifi: "DepotNet", by: device)
        }
        #expect(try track.status("depot", of: "bike") == "none")
        #expect(
            track.told == [
                "van7: enter all 10 via region by position fix -20 #1",
                "van7: enter depot 10 via region+wifi by position fix -20 #1",
                "bike: enter all 10 via region by position fix -20 #1",
            ]
        )
        let depot = try track.slot("depot")
        #expect(track.engine.occupants(of: depot).map(\.description) == ["van7"])
    }

    @Test func `a filter that comes to leave a device out ends its visit`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: -20)
        track.replace(10, try .circle(devices: ["bike"]))
        #expect(track.told == ["exit depot 10 after 10 via region by removed visit 0 fix -20 #1"])
        #expect(track.effects.cleared.map(\.fence.description) == ["depot"])
        track.replace(20, try .circle())
        #expect(try track.status() == "inside since 20 via region visit 20")
    }
}
