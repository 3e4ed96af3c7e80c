import GeofenceCore
import Testing

/// Each decision can be explained: distance, accuracy, rule, thresholds, verdict, hold.
@Suite struct DecisionTests {
    private func track(_ rules: (inout Rules) -> Void = { _ in }) throws -> Track {
        let track = try Track(.circle("depot", rules))
        track.explain()
        return track
    }

    private func words(_ track: Track) -> [String] {
        track.effects.decisions.map { decision in
            let hold = decision.heldUntil.map { " held until \($0.inSeconds)" } ?? ""
            return
                "\(track.name(ofFence: decision.fence)) \(decision.verdict.rawValue): \(decision.before) to \(decision.after)\(hold)"
        }
    }

    @Test func `of nothing that is not asked`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: -20)
        #expect(track.effects.decisions == [])
    }

    @Test func `the first fix is judged by its point alone`() throws {
        let track = try track()
        try track.fix(0, beyond: -20, accuracy: 8)
        #expect(words(track) == ["depot inside: unknown to inside"])
        let measure = try #require(track.effects.decisions.first?.measure)
        #expect(measure.rule == nil && measure.accuracy == 8 && measure.scale == 100)
        #expect((-20.01 ... -19.99).contains(measure.distance))
    }

    @Test(
        arguments: [
            (AccuracyRule.hysteresis, 0.0, 18.0), (.ignore, 0, 10), (.lenient, 8, 18), (.strict, -8, 18),
        ]
    )
    func `each rule with the distances at which it decides`(
        _ rule: AccuracyRule,
        _ insideUpTo: Double,
        _ outsideBeyond: Double
    ) throws {
        let track = try track {
            $0.accuracy = rule
            $0.margin = 10
        }
        try track.fix(0, beyond: -50)
        try track.fix(1, beyond: 9, accuracy: 8)
        let measure = try #require(track.effects.decisions.first?.measure)
        #expect(measure.rule == rule)
        #expect(measure.insideUpTo == insideUpTo && measure.outsideBeyond == outsideBeyond)
    }

    @Test func `what proves nothing, is too vague, or must be said twice`() throws {
        let track = try track { $0.maxAccuracy = 500 }
        try track.fix(0, beyond: 400)
        try track.fix(1, beyond: -20, accuracy: 150)
        #expect(words(track) == ["depot inside-once-more: outside to outside"])
        try track.fix(2, beyond: -20, accuracy: 150)
        #expect(
            words(track) == ["depot inside: outside to inside"]
                || words(track) == ["depot inside-once-more: outside to inside"]
        )
        try track.fix(3, beyond: 20, accuracy: 30)
        #expect(words(track) == ["depot undecided: inside to inside"])
        try track.fix(4, beyond: 20, accuracy: 600)
        #expect(words(track) == ["depot refused: inside to inside"])
    }

    @Test func `where the fix was, of those that judged one`() throws {
        let track = try track { $0.exitAfter = 30 }
        try track.fix(0, beyond: -20)
        let place = try #require(track.effects.decisions.first?.place)
        #expect(place == track.engine.lastFix(ofDevice: 0)?.fix.coordinate)
        try track.fix(10, beyond: 50)
        #expect(track.effects.decisions.map { $0.place == nil } == [false])
        #expect(track.effects.decisions.first?.place != place)
        track.clock(40)
        #expect(track.effects.decisions.map { $0.place == nil } == [true])
    }

    @Test func `holds say until when`() throws {
        let track = try track { $0.exitAfter = 30 }
        try track.fix(0, beyond: -20)
        try track.fix(10, beyond: 50)
        #expect(words(track) == ["depot outside: inside to inside held until 40"])
        track.clock(40)
        #expect(words(track) == ["depot due: inside to outside"])
    }

    @Test func `networks and silence, too`() throws {
        let track = try Track(.network { $0.wifiExpiry = 60 })
        track.explain()
        try track.wifi(0, "Lounge")
        #expect(words(track) == ["lounge on-network: unknown to inside"])
        track.clock(61)
        #expect(words(track) == ["lounge off-network: inside to outside"])
    }
}
