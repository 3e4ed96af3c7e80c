@testable import GeofenceCore
import Testing

/// What every event carries.
@Suite struct EventTests {
    @Test func `a status that changes with its via is noted once`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: 50)
        for beyond in [-20.0, 50] {
            try track.fix(beyond < 0 ? 7 : 9, beyond: beyond)
            #expect(track.effects.statuses.count == 1, "\(beyond) m beyond the edge")
        }
    }

    @Test func `the visit names device, fence and time of the enter, and the id adds what happened`() throws {
        let track = try Track(
            .circle {
                $0.dwell = [0.5, 300]
                $0.exitAfter = 20
            }
        )
        try track.fix(0, beyond: 50)
        try track.fix(86_400.25, beyond: -20)
        track.clock(87_000)
        try track.fix(88_000, beyond: 50)
        track.clock(89_000)
        let visit = "van/depot/1970-01-02T00:00:00.250Z"
        #expect(track.events.map(\.visitID) == [visit, visit, visit, visit])
        #expect(
            track.events.map(\.id) == [
                "\(visit)/enter", "\(visit)/dwell-0.5", "\(visit)/dwell-300", "\(visit)/exit",
            ]
        )
    }

    @Test func `seq counts up by one per device and fence`() throws {
        let track = try Track(.circle("a"), .circle("b", radius: 500))
        for device in ["van", "bus"] { try track.fix(0, beyond: 9000, by: device) }
        try track.fix(1, beyond: -20)
        try track.fix(2, beyond: 50)
        try track.fix(3, beyond: 900)
        try track.fix(4, beyond: -20, by: "bus")
        #expect(
            track.events.map { "\($0.device)/\($0.fence) \($0.sequence)" } == [
                "van/a 1", "van/b 1", "van/a 2", "van/b 2", "bus/a 1", "bus/b 1",
            ]
        )
    }

    @Test func `a visit that began without an event is numbered from its first event`() throws {
        let track = try Track(.circle())
        try track.fix(5, beyond: -20)
        try track.fix(15, beyond: 50)
        #expect(track.told == ["exit depot 15 after 10 via region by position visit 5 fix 50 #1"])
        #expect(track.events.map(\.id) == ["van/depot/1970-01-01T00:00:05.000Z/exit"])
    }

    @Test func `it carries the fence's name`() throws {
        let track = try Track(.circle(name: "Depot Nord"))
        try track.fix(0, beyond: 50)
        try track.fix(1, beyond: -20)
        #expect(track.events.map(\.name) == ["Depot Nord"])
    }

    @Test func `a whole event`() throws {
        let track = try Track(.circle(wifi: ["Depot"], name: "Depot Nord") { $0.enterAfter = 10 })
        try track.fix(0, beyond: 50)
        try track.fix(1, beyond: -20, accuracy: 8, wifi: "Depot")
        track.clock(11)
        let enter = Event(
            kind: .enter,
            device: try Identifier("van"),
            fence: try Identifier("depot"),
            name: "Depot Nord",
            time: .second(1),
            confirmed: .second(11),
            fix: Fix(coordinate: try Yard.place(beyond: -20), accuracy: 8),
            via: [.region, .wifi],
            cause: .timer,
            confidence: 1,
            visit: .second(1),
            sequence: 1
        )
        #expect(track.events == [enter])
    }

    @Test func `the status tells distance, accuracy and the time of the last observation`() throws {
        let track = try Track(.circle(), .network())
        try track.fix(3, beyond: -42, accuracy: 8)
        try track.wifi(5, nil)
        let depot = try #require(try track.report())
        let edge = Geodesic.distance(try Yard.middle(), try Yard.place(beyond: -42)) - 100
        let wanted = StatusReport(
            status: .inside,
            since: .second(3),
            via: .region,
            distance: edge,
            time: .second(5),
            accuracy: 8,
            visit: .second(3),
            confidence: 1
        )
        #expect(depot == wanted)
        #expect(try track.report("lounge")?.distance == nil)
    }

    @Test func `the device tells where it is and what it is inside`() throws {
        let track = try Track(.circle("b"), .circle("a"), .network())
        try track.fix(3, beyond: -42, accuracy: 8)
        try track.wifi(5, "Lounge")
        let report = track.engine.report(device: 0)
        let wanted = DeviceReport(
            inside: try ["a", "b", "lounge"].map { try Identifier($0) },
            fix: Fix(coordinate: try Yard.place(beyond: -42), accuracy: 8),
            fixTime: .second(3),
            wifi: .connected(ssid: "Lounge", bssid: nil),
            wifiTime: .second(5)
        )
        #expect(report == wanted)
    }
}
