import GeofenceCore
import Testing

/// "With a grace, timers wait by the clock for messages on their way".
@Suite struct GraceTests {
    private func track() throws -> Track {
        try Track(.circle { $0.enterAfter = 10 }) { $0.grace = 2 }
    }

    private static let enter = "enter depot 1 confirmed 11 via region by timer fix -20 #1"

    @Test func `a hold ends by the clock a little later, with the time at which it was over`() throws {
        let track = try track()
        try track.fix(0, beyond: 50)
        #expect(!(try track.fix(1, beyond: -20).held))
        #expect(track.engine.nextDeadline == .second(13))
        #expect(!track.clock(12.999))
        #expect(track.clock(13))
        #expect(track.told == [Self.enter])
    }

    @Test func `a message of the device ends it at once`() throws {
        let track = try track()
        try track.fix(0, beyond: 50)
        try track.fix(1, beyond: -20)
        try track.fix(11.5, beyond: -20, arriving: 11.5)
        #expect(track.told == [Self.enter])
    }

    @Test func `a message that was on its way still contradicts`() throws {
        let track = try track()
        try track.fix(0, beyond: 50)
        try track.fix(1, beyond: -20)
        track.clock(12)
        try track.fix(10.9, beyond: 50, arriving: 12.5)
        track.clock(100)
        #expect(track.told == [])
    }

    @Test func `where messages are sorted, timers wait as long as those`() throws {
        let track = try Track(.circle { $0.enterAfter = 10 }) {
            $0.grace = 2
            $0.reorder = 30
        }
        try track.fix(0, beyond: 50)
        try track.fix(1, beyond: -20)
        track.clock(31)
        #expect(track.engine.nextDeadline == .second(41))
    }

    @Test(arguments: [false, true])
    func `it is stored, and rules without one have the bytes that they had before`(_ isLate: Bool) throws {
        var rules = StreamRules()
        rules.lateEvents = isLate
        var writer = ByteWriter()
        rules.write(to: &writer)
        // Eight bytes of `reorder` stand before it.
        #expect(writer.bytes[8] == (isLate ? 1 : 0))
        rules.grace = 1.5
        var other = ByteWriter()
        rules.write(to: &other)
        #expect(other.bytes.count == writer.bytes.count + 8)
        var reader = ByteReader(other.bytes)
        #expect(try StreamRules(from: &reader) == rules)
        var damaged = other.bytes
        damaged[8] |= 4
        #expect(throws: DamagedBytes.self) {
            var reader = ByteReader(damaged)
            _ = try StreamRules(from: &reader)
        }
    }
}
