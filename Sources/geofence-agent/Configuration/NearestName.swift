/// Finds what somebody meant to write.
enum NearestName {
    /// Bytes of a text that may be a mistyped name.
    private static let longest = 64
    /// Pairs of letters that are compared: some milliseconds.
    private static let mostCells = 1 << 20

    /// The known name that is closest to a mistyped one; nil where none is close.
    ///
    /// Close is: the same but for case; one in three letters changed, added, left out or swapped with its
    /// neighbour (one where there are two to five); or a name that starts with the mistyped one, if that has
    /// three letters or more.
    ///
    /// - Complexity: a longer text than a name can be is looked up by nobody, and of the known names only
    ///   those of about its length, as many as `mostCells` allow.
    static func of(_ text: String, among known: some Collection<String>) -> String? {
        guard text.utf8.count <= longest else { return nil }
        let wanted = Array(text.lowercased().unicodeScalars)
        var cells = 0
        let limit = max(wanted.count < 2 ? 0 : 1, wanted.count / 3)
        var best: (distance: Int, name: String)?
        for name in known where name.utf8.count <= 4 * longest {
            let letters = Array(name.lowercased().unicodeScalars)
            guard abs(letters.count - wanted.count) <= limit else { continue }
            cells += letters.count * wanted.count
            guard cells <= mostCells else { break }
            let distance = distance(wanted, letters)
            if distance <= limit, distance < best?.distance ?? .max { best = (distance, name) }
        }
        if let best { return best.name }
        guard wanted.count >= 3 else { return nil }
        return known.first { $0.lowercased().unicodeScalars.starts(with: wanted) }
    }

    /// The optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours.
    static func distance<Letter: Equatable>(_ a: [Letter], _ b: [Letter]) -> Int {
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
