import GeofenceCore

/// What gathers in the effects over several inputs, as it is kept and not published.
extension Agent {
    /// Decisions, and positions, that gather at most: to keep some at once costs little more than to keep
    /// one.
    static let mostGathered = 16

    /// Keeps how decisions came about; to be called before anybody asks, and before a device or a fence goes
    /// that they are about.
    ///
    /// Fewer than `least` wait for others.
    mutating func noteDecisions(atLeast least: Int = 1) {
        guard effects.decisions.count + effects.uneventful.count >= least else { return }
        decisions.note(effects.decisions, effects.uneventful)
        effects.removeDecisions()
    }

    /// Forgets the decisions about fences that are to go, whose slots others may get.
    mutating func forgetDecisions(of fences: some Sequence<Identifier>) {
        noteDecisions()
        decisions.drop(fences: Set(fences.compactMap { tracker.engine.slot(of: $0) }))
    }

    /// Keeps positions of which nothing else follows, where positions are kept; to be called before a batch
    /// is made.
    ///
    /// Fewer than `least` wait for others. What is published next takes them along.
    mutating func keepTrack(atLeast least: Int = 1) {
        guard effects.positions.count >= least else { return }
        outputs.keepTrack(effects.positions)
        effects.removePositions()
    }
}
