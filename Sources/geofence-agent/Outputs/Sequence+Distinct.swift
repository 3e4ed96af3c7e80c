extension Sequence where Element: Comparable {
    /// Each element once, ascending.
    ///
    /// What a change has brought about comes nearly in order, and is sorted in a fraction of the time that a
    /// set of it would take.
    func distinct() -> [Element] {
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
