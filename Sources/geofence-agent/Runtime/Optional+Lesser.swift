extension Optional where Wrapped: Comparable {
    /// The lesser of two, or the only one that there is; nil where there is none.
    func orLesser(_ other: Wrapped?) -> Wrapped? {
        guard let self, let other else { return self ?? other }
        return min(self, other)
    }
}
