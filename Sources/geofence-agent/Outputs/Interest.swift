import GeofenceCore

/// What outputs are called for: what an input can bring about, and what they have themselves.
struct Interest: OptionSet {
    let rawValue: UInt8

    /// An observation was accepted.
    static let positions = Interest(rawValue: 1)
    /// Events, statuses, groups, or who is where.
    static let transitions = Interest(rawValue: 2)
    /// Visits have begun or ended, or zones are others.
    static let places = Interest(rawValue: 4)
    /// Fences have come, gone or changed.
    static let fences = Interest(rawValue: 8)
    /// Positions and networks for the history: the engine gathers them, and a position of which nothing else
    /// follows is handed on all the same.
    static let track = Interest(rawValue: 16)
    /// Topics on which devices report.
    static let addresses = Interest(rawValue: 32)
    /// Messages on topics of its own.
    static let messages = Interest(rawValue: 64)
    /// Rows of its own in the store, which each commit asks for; no input brings them about.
    static let rows = Interest(rawValue: 128)
}

extension Effects {
    /// What has been brought about.
    var contents: Interest {
        var contents: Interest = []
        if !accepted.isEmpty { contents.insert(.positions) }
        if !positions.isEmpty || !networks.isEmpty { contents.insert(.track) }
        if !visits.isEmpty || !zones.isEmpty { contents.insert(.places) }
        if hasOtherFences || !newFences.isEmpty || !goneFences.isEmpty { contents.insert(.fences) }
        if hasTransitions { contents.insert(.transitions) }
        return contents
    }

    private var hasTransitions: Bool {
        !(events.isEmpty && statuses.isEmpty && cleared.isEmpty && clearedGroups.isEmpty && groups.isEmpty
            && occupancy.isEmpty && unreportedFences.isEmpty && unreportedGroups.isEmpty && !reportsMore)
    }
}
