/// What any fence of a table asks for, so that what none asks for costs nothing.
///
/// Fences that went may leave more here than need be.
struct FenceNeeds {
    /// No fix with an accuracy up to this is refused by any fence.
    private(set) var strictestAccuracy = Double.infinity
    /// No fence has a larger margin, in metres.
    private(set) var largestMargin = 0.0
    /// Some fence watches the way between two fixes.
    private(set) var crossings = false
    /// Some fence has a speed limit.
    private(set) var speeds = false
    /// Some fence is for some devices only.
    private(set) var filters = false
    /// Some fence is for invited devices only.
    private(set) var invitations = false
    /// Silences after which a status is stale, in milliseconds: ascending, each once.
    private(set) var staleTimes: [Int64] = []

    mutating func note(_ entry: FenceEntry) {
        let rules = entry.fence.rules
        if entry.hasPlace {
            strictestAccuracy = min(strictestAccuracy, entry.accuracyLimit)
            largestMargin = max(largestMargin, rules.margin)
        }
        crossings = crossings || rules.crossing && entry.hasPlace
        speeds = speeds || rules.speedLimit != nil
        invitations = invitations || entry.fence.isByInvitation
        filters = filters || !entry.fence.devices.isEmpty || entry.fence.follows != nil || invitations
        guard let stale = entry.staleAfter, !staleTimes.contains(stale) else { return }
        staleTimes.append(stale)
        staleTimes.sort()
    }
}
