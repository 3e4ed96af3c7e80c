import GeofenceCore

/// What is left to do about old visits, a few devices a turn.
struct PlaceWork {
    /// Devices at most whose old visits are purged in one turn; each takes a millisecond or two.
    var purgesPerTurn = 16
    /// Devices of whose imported visits zones have yet to be learnt.
    var pendingPastVisits: [Identifier] = []
    /// The day, in days since 1970, on which old visits were last looked for.
    var purgedDay: Int64?
    /// Devices whose old visits have yet to be looked for: those of the numbers below.
    var unpurged = 0
}
