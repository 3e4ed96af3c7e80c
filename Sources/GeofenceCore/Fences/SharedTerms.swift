/// The different terms of all fences in a table, each once.
struct SharedTerms {
    /// How many fences have them.
    private var uses: [FenceAttributes: Int] = [:]

    /// Takes terms for one more fence; gives the equal ones that are there already, if any.
    mutating func share(_ terms: FenceAttributes) -> FenceAttributes {
        guard let index = uses.index(forKey: terms) else {
            uses[terms] = 1
            return terms
        }
        uses.values[index] += 1
        return uses.keys[index]
    }

    /// A fence with these terms is gone; with the last one the terms go.
    mutating func release(_ terms: FenceAttributes) {
        guard let index = uses.index(forKey: terms) else { return }
        uses.values[index] -= 1
        if uses.values[index] == 0 { uses.remove(at: index) }
    }
}
