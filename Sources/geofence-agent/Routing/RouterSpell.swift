import GeofenceCore

/// Whether the router answers, and which questions it fails over by themselves.
///
/// A question that fails while others get answers may be at fault itself: after `mostTries` it counts as
/// having no way, and stops none of the others.
struct RouterSpell {
    /// Milliseconds until a router is asked again that has failed: at first, and at most.
    static let pauses: ClosedRange<Int64> = 10_000...600_000
    /// Failures of one question, with nothing to say that the router is at fault, after which it has no way.
    static let mostTries = 3
    /// Questions of which failures are counted at most.
    private static let mostCounted = 10_000

    /// A time without answers.
    private struct Spell {
        var again: Timestamp
        var pause: Int64
        var problem: String
        /// The question that has failed; nil where several have.
        var culprit: RouteQuery?
    }

    private var spell: Spell?
    private var failures: [RouteQuery: Int] = [:]

    /// Why it doesn't answer at the moment; nil where it does.
    var problem: String? { spell?.problem }
    /// When it is asked again; nil where it answers.
    var again: Timestamp? { spell?.again }

    /// It has answered a question.
    mutating func end(_ query: RouteQuery) {
        failures[query] = nil
        spell = nil
    }

    /// It hasn't answered a question.
    ///
    /// - Returns: whether the question is to be asked again, and not by itself at fault; whether a spell
    ///   begins.
    mutating func fail(
        _ query: RouteQuery,
        _ problem: String,
        at now: Timestamp
    ) -> (isAskedAgain: Bool, begins: Bool) {
        let isAlone = spell.map { $0.culprit == query } ?? true
        if isAlone { count(query) }
        guard failures[query, default: 0] < Self.mostTries else {
            if isAlone { spell = nil }
            return (false, false)
        }
        let begins = spell == nil
        // What was on its way already when it began says nothing new of the router.
        if let spell, now < spell.again {
            self.spell?.culprit = isAlone ? query : nil
            return (true, false)
        }
        let pause = spell.map { min($0.pause * 2, Self.pauses.upperBound) } ?? Self.pauses.lowerBound
        spell = Spell(
            again: now.advanced(byMilliseconds: pause),
            pause: pause,
            problem: problem,
            culprit: isAlone ? query : nil
        )
        return (true, begins)
    }

    private mutating func count(_ query: RouteQuery) {
        if failures.count >= Self.mostCounted { failures = [:] }
        failures[query, default: 0] += 1
    }
}
