import GeofenceCore

/// Which events of two runs over the same past are the same.
///
/// A fence that is larger is entered earlier: events of a device, a fence and a kind that lie less than half
/// an hour apart count as one, the first of both lists first.
enum EventMatch {
    /// Milliseconds by which an event may move.
    static let farthest: Int64 = 30 * 60_000

    /// The places in both lists of those that are the same; each list is in the order of time.
    ///
    /// - Complexity: linear in both.
    static func pairs(_ olds: [Timestamp], _ news: [Timestamp]) -> [(old: Int, new: Int)] {
        var pairs: [(old: Int, new: Int)] = []
        var (old, new) = (0, 0)
        while old < olds.count, new < news.count {
            let gap = news[new].millisecondsSince(olds[old])
            // Not by its magnitude: that of the smallest number is none.
            if gap > -farthest, gap < farthest {
                pairs.append((old, new))
                (old, new) = (old + 1, new + 1)
            } else if gap > 0 {
                old += 1
            } else {
                new += 1
            }
        }
        return pairs
    }
}
