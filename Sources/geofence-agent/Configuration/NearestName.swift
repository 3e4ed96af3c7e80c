/// Finds what somebody meant to write.
enum NearestName {
    /// The known name that is closest to a mistyped one; nil where none is close.
    ///
    /// Close is: the same but for case; one in three letters changed, added, left out or swapped with its
    /// neighbour (one where there are two to five); or a name that starts with the mistyped one, if that has
    /// three letters or more.
    static func of(_ text: String, among known: [String]) -> String? {
        let wanted = Array(text.lowercased())
        let ranked = known.map { (distance: distance(wanted, Array($0.lowercased())), name: $0) }
        if let best = ranked.min(by: { $0.distance < $1.distance }),
            best.distance <= max(wanted.count < 2 ? 0 : 1, wanted.count / 3)
        {
            return best.name
        }
        guard wanted.count >= 3 else { return nil }
        return known.first { $0.lowercased().starts(with: wanted) }
    }

    /// The optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours.
    static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    best = min(best, beforeLast[j - 1] + 1)
                }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
