extension [Fence] {
    /// The same fences, where those that have all but name and place in common have it in memory once, and in
    /// common with `others` that have the same.
    package func sharingTerms(with others: [Fence] = []) -> [Fence] {
        var fences = self
        fences.shareTerms(with: others)
        return fences
    }

    /// Does the same to this list; there is no second one meanwhile, unless somebody else has it.
    package mutating func shareTerms(with others: [Fence] = []) {
        var shared = SharedTerms()
        for fence in others { _ = shared.share(fence.terms) }
        // A list that somebody else has is copied for a loop that may change it, also where that changes
        // nothing.
        guard let first = firstIndex(where: { shared.share($0.terms) !== $0.terms }) else { return }
        for index in first..<endIndex {
            let terms = shared.share(self[index].terms)
            if terms !== self[index].terms { self[index] = self[index].with(terms) }
        }
    }
}

/// The different terms of many fences, each once.
struct SharedTerms {
    /// How many fences have them, but for those that `last` counts.
    private var uses: [FenceAttributes: Int] = [:]
    /// Those that were given last, and to how many fences since: the next one mostly has the same, and to
    /// compare them costs less than to look for them.
    private var last: (terms: FenceAttributes, count: Int)?

    /// Takes terms for one more fence; gives the equal ones that are there already, if any.
    mutating func share(_ terms: FenceAttributes) -> FenceAttributes {
        if let last, last.terms == terms {
            self.last?.count += 1
            return last.terms
        }
        countLast()
        let shared = find(terms)
        last = (shared, 0)
        return shared
    }

    /// Terms that fences to come may have: these are then given to them, and not equal ones that come first.
    mutating func prefer(_ terms: FenceAttributes) {
        countLast()
        if uses.index(forKey: terms) == nil { uses[terms] = 0 }
    }

    private mutating func countLast() {
        if let last, last.count > 0 { uses[last.terms]? += last.count }
        last = nil
    }

    private mutating func find(_ terms: FenceAttributes) -> FenceAttributes {
        guard let index = uses.index(forKey: terms) else {
            uses[terms] = 1
            return terms
        }
        uses.values[index] += 1
        return uses.keys[index]
    }

    /// A fence with these terms is gone; with the last one the terms go.
    mutating func release(_ terms: FenceAttributes) {
        countLast()
        guard let index = uses.index(forKey: terms) else { return }
        uses.values[index] -= 1
        if uses.values[index] == 0 { uses.remove(at: index) }
    }
}
