import GeofenceCore
import Testing

/// "Inside = region side inside, or WiFi match".
@Suite struct WiFiTests {
    @Test func `on the network but far outside the shape: inside`() throws {
        let track = try Track(.circle(wifi: ["Depot"]))
        try track.fix(0, beyond: 9000)
        try track.wifi(5, "Depot")
        #expect(track.told == ["enter depot 5 via wifi by wifi fix 9000 #1"])
        #expect(try track.status() == "inside since 5 via wifi visit 5")
    }

    @Test func `losing one while the other holds is no exit, and the status tells it`() throws {
        let track = try Track(.circle(wifi: ["Depot"]))
        try track.fix(0, beyond: -20, wifi: "Depot")
        #expect(try track.status() == "inside since 0 via region+wifi visit 0")
        try track.fix(10, beyond: 50)
        #expect(track.toldStatuses == ["van/depot"])
        #expect(try track.status() == "inside since 0 via wifi visit 0")
        try track.fix(20, beyond: -20)
        try track.wifi(30, nil)
        #expect(track.toldStatuses == ["van/depot"])
        #expect(try track.status() == "inside since 0 via region visit 0")
        #expect(track.told == [])
        try track.fix(40, beyond: 50)
        #expect(track.told == ["exit depot 40 after 40 via region by position visit 0 fix 50 #1"])
    }

    @Test func `an exit says via what the device was inside until then`() throws {
        let track = try Track(.circle(wifi: ["Depot"]))
        try track.fix(0, beyond: -20, wifi: "Depot")
        try track.fix(10, beyond: 50, wifi: "Cafe")
        #expect(track.told == ["exit depot 10 after 10 via region+wifi by position visit 0 fix 50 #1"])
    }

    @Test(arguments: ["depot", "Depot ", "DEPOT", "Depo", "De\u{301}pot"])
    func `another name, be it ever so like it, is another network`(_ name: String) throws {
        let track = try Track(.network(wifi: ["Depot", "D\u{e9}pot"]))
        try track.wifi(0, nil)
        try track.wifi(1, name)
        #expect(track.told == [])
        try track.wifi(2, "D\u{e9}pot")
        #expect(track.told == ["enter lounge 2 via wifi by wifi #1"])
    }

    @Test(arguments: [
        ("bssid:AA:bb:cc:*", "aabbcc112233", true), ("bssid:aa:bb:cc:*", "aabbcd112233", false),
        ("bssid:aa-bb-cc-11-22-33", "aabbcc112233", true), ("bssid:aabb.cc11.2233", "aabbcc112234", false),
        ("bssid:*33", "aabbcc112233", true), ("bssid:aa*cc*33", "aabbcc112233", true),
        ("bssid:aa*cc*34", "aabbcc112233", false), ("bssid:*", "000000000000", true),
    ])
    func `an access point matches by the pattern of its address`(
        _ pattern: String,
        _ address: String,
        _ matches: Bool
    ) throws {
        let track = try Track(.network(wifi: [pattern]))
        try track.wifi(0, nil)
        try track.wifi(1, "Any", bssid: address)
        #expect(track.told == (matches ? ["enter lounge 1 via wifi by wifi #1"] : []))
    }

    @Test func `a network named like a pattern is no pattern, and a pattern is no name`() throws {
        let track = try Track(.network(wifi: ["bssid:aa*"]))
        try track.wifi(0, nil)
        try track.wifi(1, "bssid:aa*")
        #expect(track.told == [])
    }

    @Test(arguments: [nil, "Cafe"])
    func `not connected, or another network, ends the match`(_ next: String?) throws {
        let track = try Track(.network())
        try track.wifi(0, "Lounge")
        try track.wifi(60, next)
        #expect(track.told == ["exit lounge 60 after 60 via wifi by wifi visit 0 #1"])
    }

    @Test func `silence ends no match where nothing else is said`() throws {
        let track = try Track(.network())
        try track.wifi(0, "Lounge")
        #expect(!track.clock(1_000_000_000))
        #expect(Rules().wifiExpiry == nil)
    }

    @Test func `silence longer than wifiExpiry ends the match, stamped at its end`() throws {
        let track = try Track(.network { $0.wifiExpiry = 60 })
        try track.wifi(0, "Lounge")
        #expect(!track.clock(60))
        #expect(track.clock(60.001))
        #expect(track.told == ["exit lounge 60 after 60 via wifi by expired visit 0 #1"])
    }

    @Test func `a report at the very end of wifiExpiry is in time`() throws {
        let track = try Track(.network { $0.wifiExpiry = 60 })
        for minute in 0..<10 { try track.wifi(Double(minute) * 60, "Lounge") }
        #expect(track.told == [])
        #expect(try track.status("lounge") == "inside since 0 via wifi visit 0")
    }

    @Test func `a fix breaks no silence`() throws {
        let track = try Track(.circle(wifi: ["Depot"]) { $0.wifiExpiry = 60 })
        try track.wifi(0, "Depot")
        try track.fix(40, beyond: 50)
        try track.fix(70, beyond: 50)
        #expect(track.told == ["exit depot 60 after 60 via wifi by expired visit 0 fix 50 #1"])
    }

    @Test func `where the device is inside the shape as well, silence ends the match without an exit`() throws
    {
        let track = try Track(.circle(wifi: ["Depot"]) { $0.wifiExpiry = 60 })
        try track.fix(0, beyond: -20, wifi: "Depot")
        track.clock(100)
        #expect(track.told == [])
        #expect(track.toldStatuses == ["van/depot"])
        #expect(try track.status() == "inside since 0 via region visit 0")
    }

    @Test func `an expired match is held as any exit is`() throws {
        let track = try Track(
            .network {
                $0.wifiExpiry = 60
                $0.exitAfter = 30
            }
        )
        try track.wifi(0, "Lounge")
        track.clock(90)
        #expect(track.told == ["exit lounge 60 after 60 confirmed 90 via wifi by timer visit 0 #1"])
    }

    @Test func `each fence has its own expiry, and a later report begins anew`() throws {
        let track = try Track(
            .network("a", wifi: ["Lounge"]) { $0.wifiExpiry = 30 },
            .network("b", wifi: ["Lounge"]) { $0.wifiExpiry = 60 }
        )
        try track.wifi(0, "Lounge")
        try track.wifi(50, "Lounge")
        track.clock(200)
        #expect(
            track.told == [
                "exit a 30 after 30 via wifi by expired visit 0 #1",
                "enter a 50 via wifi by wifi #2",
                "exit a 80 after 30 via wifi by expired visit 50 #3",
                "exit b 110 after 110 via wifi by expired visit 0 #1",
            ]
        )
    }
}
