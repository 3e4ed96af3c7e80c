import GeofenceCore
import Testing

/// "At rest m is judged instead of the fix", also where a fence is set anew.
@Suite struct RestChangeTests {
    /// Parked so many metres from the edge, with a fix a minute.
    private func parked(
        beyond metres: Double = -20,
        minutes: Int = 10,
        _ rule: RestRule = .oneFix,
        _ rules: (inout Rules) -> Void = { _ in }
    ) throws -> Track {
        let track = try Track(.circle("depot", rules)) { $0.rest = rule }
        for minute in 0..<minutes { try track.fix(Double(minute) * 60, beyond: metres, accuracy: 15) }
        return track
    }

    @Test func `a device that rests inside stays so, wherever its last fix lies`() throws {
        let track = try parked()
        try track.fix(600, beyond: 4, accuracy: 15)
        track.replace(610, try .circle(wifi: ["Depot"]), try .circle("new"))
        #expect(try track.status() == "inside since 0 via region visit 0")
        #expect(try track.status("new") == "inside since 610 via region visit 610")
        try track.fix(660, beyond: -20, accuracy: 15)
        #expect(track.told == [])
    }

    @Test func `a device that rests outside stays so, wherever its last fix lies`() throws {
        let track = try parked(beyond: 20)
        try track.fix(600, beyond: -4, accuracy: 15)
        track.replace(610, try .circle(wifi: ["Depot"]), try .circle("new"))
        #expect(try track.status() == "outside since 0")
        #expect(try track.status("new") == "outside since 0")
        try track.fix(660, beyond: 20, accuracy: 15)
        #expect(track.told == [])
    }

    @Test func `a fix elsewhere that is only remembered is judged by nothing`() throws {
        let track = try parked(.twoFixes)
        try track.fix(600, beyond: 900, accuracy: 15)
        track.replace(610, try .circle(wifi: ["Depot"]))
        try track.fix(660, beyond: -20, accuracy: 15)
        #expect(try track.status() == "inside since 0 via region visit 0")
        #expect(track.told == [])
    }

    @Test func `a rest that steady evidence has begun anew goes on`() throws {
        let track = try parked(beyond: 10, minutes: 130)
        for step in 0..<10 { try track.fix(7800 + Double(step) * 20, beyond: -27, accuracy: 15) }
        #expect(track.events.map(\.kind) == [.enter])
        track.replace(8000, try .circle(wifi: ["Depot"]))
        try track.fix(8010, beyond: -20, accuracy: 15)
        #expect(track.events.count == 1)
        #expect(try track.status().hasPrefix("inside"))
    }

    @Test func `a rest says nothing of a fence that judges each fix, or is on another floor`() throws {
        let track = try parked { $0.accuracy = .ignore }
        try track.fix(600, beyond: 4, accuracy: 15)
        track.replace(610, try .circle("low", altitude: 0...9) { $0.accuracy = .ignore })
        #expect(try track.status("low") == "outside since 0")
        try track.fix(660, beyond: -20, accuracy: 15, altitude: 20)
        track.replace(670, try .circle("lower", altitude: 0...9))
        #expect(try track.status("lower") == "outside since 0")
    }

    @Test func `a fix too vague for any rest is judged by itself`() throws {
        let track = try parked()
        try track.fix(600, beyond: 9000, accuracy: 1200)
        #expect(track.events.map(\.cause) == [.position])
        track.replace(610, try .circle(wifi: ["Depot"]))
        #expect(try track.status() == "outside since 600")
    }
}
