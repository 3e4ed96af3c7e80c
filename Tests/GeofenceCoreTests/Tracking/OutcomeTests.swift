import Testing

@testable import GeofenceCore

/// What became of an observation, in one byte.
@Suite struct OutcomeTests {
    private static var parts: [WritableKeyPath<Outcome, Bool>] {
        [\.accepted, \.late, \.duplicate, \.inaccurate, \.implausible, \.held, \.isLateKept]
    }

    @Test func `each part is set and taken back by itself`() {
        for part in Self.parts {
            var outcome = Outcome()
            outcome[keyPath: part] = true
            for other in Self.parts { #expect(outcome[keyPath: other] == (other == part)) }
            for other in Self.parts { outcome[keyPath: other] = true }
            outcome[keyPath: part] = false
            for other in Self.parts { #expect(outcome[keyPath: other] == (other != part)) }
        }
    }

    @Test func `all but what is late or was there before is a change`() {
        for part in Self.parts {
            var outcome = Outcome()
            outcome[keyPath: part] = true
            #expect(outcome.isChange == (part != \.late && part != \.duplicate))
        }
        #expect(!Outcome().isChange)
    }
}
