/// What any fence of a table asks for, so that what none asks for costs nothing.
///
/// Fences that went may leave flags here. The numbers are of the fences that there are: which fences a fix is
/// compared with follows from them, and must be the same after a restart.
struct RequiredFeatures {
    /// No fix with an accuracy up to this is refused by any fence.
    private(set) var strictestAccuracy = Double.infinity
    /// No fence has a larger margin, in metres.
    private(set) var largestMargin = 0.0
    /// How many fences have each limit of accuracy.
    private var accuracyCounts: [Double: Int] = [:]
    /// How many fences have each margin.
    private var marginCounts: [Double: Int] = [:]
    /// Some fence watches the way between two fixes.
    private(set) var crossings = false
    /// Some fence has a speed limit.
    private(set) var speeds = false
    /// Some fence is for some devices only.
    private(set) var filters = false
    /// Some fence is for assigned devices only.
    private(set) var assignments = false
    /// Silences after which a status is stale, in milliseconds: ascending, each once.
    private(set) var staleTimes: [Int64] = []
    /// How many fences have each of them.
    private var staleCounts: [Int64: Int] = [:]

    mutating func note(_ entry: FenceEntry) {
        let rules = entry.fence.rules
        if entry.hasPlace {
            let limit = entry.edgeRule.accuracyLimit
            accuracyCounts[limit, default: 0] += 1
            marginCounts[rules.margin, default: 0] += 1
            strictestAccuracy = min(strictestAccuracy, limit)
            largestMargin = max(largestMargin, rules.margin)
        }
        crossings = crossings || rules.crossing && entry.hasPlace
        speeds = speeds || rules.speedLimit != nil
        assignments = assignments || entry.fence.isAssigned
        filters = filters || !entry.fence.devices.isEmpty || entry.fence.follows != nil || assignments
        guard let stale = entry.staleAfter else { return }
        staleCounts[stale, default: 0] += 1
        guard staleCounts[stale] == 1 else { return }
        staleTimes.append(stale)
        staleTimes.sort()
    }

    /// Takes notice of a fence that goes.
    ///
    /// - Complexity: constant; where the last one with the strictest limit or the largest margin goes, a look
    ///   at each that fences have.
    mutating func forget(_ entry: FenceEntry) {
        if entry.hasPlace {
            let limit = entry.edgeRule.accuracyLimit
            if Self.drop(limit, from: &accuracyCounts), limit <= strictestAccuracy {
                strictestAccuracy = accuracyCounts.keys.min() ?? .infinity
            }
            let margin = entry.fence.rules.margin
            if Self.drop(margin, from: &marginCounts), margin >= largestMargin {
                largestMargin = marginCounts.keys.max() ?? 0
            }
        }
        guard let stale = entry.staleAfter, let count = staleCounts[stale] else { return }
        staleCounts[stale] = count > 1 ? count - 1 : nil
        if count == 1 { staleTimes.removeAll { $0 == stale } }
    }

    /// Takes notice of a device that was too fast for a fence when the last checkpoint was written: what ends
    /// that is watched for, although maybe no fence asks for it any more.
    mutating func noteSpeeding() { speeds = true }

    /// Counts one fewer; says whether none is left.
    private static func drop(_ number: Double, from counts: inout [Double: Int]) -> Bool {
        let count = (counts[number] ?? 0) - 1
        counts[number] = count > 0 ? count : nil
        return count <= 0
    }

    /// Whether there would be other times of silence, for which all devices have to be looked at.
    func hasOtherStaleTimes(removing old: [Fence], adding new: [Fence]) -> Bool {
        var counts = staleCounts
        for fence in old { if let stale = fence.terms.staleAfter { counts[stale, default: 1] -= 1 } }
        for fence in new { if let stale = fence.terms.staleAfter { counts[stale, default: 0] += 1 } }
        return Set(counts.keys.filter { counts[$0] != 0 }) != Set(staleCounts.keys)
    }
}
