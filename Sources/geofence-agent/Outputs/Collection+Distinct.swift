extension Collection where Element: Comparable {
    /// Each element once, ascending.
    ///
    /// What a change has brought about comes nearly in order, and is sorted in a fraction of the time that a
    /// set of it would take.
    func distinct() -> [Element] {
        guard count > 1 else { return Array(self) }
        var found = sorted()
        var count = 0
        for element in found where count == 0 || found[count - 1] != element {
            found[count] = element
            count += 1
        }
        found.removeSubrange(count...)
        return found
    }
}
