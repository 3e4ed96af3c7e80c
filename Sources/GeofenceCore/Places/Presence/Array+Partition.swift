extension Array {
    /// The first index from which on a condition holds, given that it holds to the end.
    ///
    /// - Complexity: O(log n).
    func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
