extension Mixture {
    /// Removes the components that are old enough to have had more visits if they were a place, and those
    /// that have none.
    ///
    /// The paper's rule: v > v_min and sp < sp_min. There, all components age with each visit, so v is
    /// counted from the founding.
    mutating func removeSpurious() {
        var isEmpty = Set(components.map(\.number))
        for visit in visits { isEmpty.remove(visit.zone) }
        let spurious = components.filter { component in
            Int(steps - component.born) >= rules.minAge
                && component.accumulator < rules.minMass - Self.tolerance
        }
        let numbers = isEmpty.union(spurious.map(\.number))
        guard !numbers.isEmpty else { return }
        components.removeAll { numbers.contains($0.number) }
        for index in visits.indices where numbers.contains(visits[index].zone) {
            visits[index].zone = KeptVisit.none
        }
    }

    /// Visits; what three posteriors near 1 may lack.
    private static var tolerance: Double { 0.01 }

    /// Whether any visit ended before a second.
    func hasVisits(before second: Int64) -> Bool { visits.contains { $0.seconds.upperBound < second } }

    /// Unlearns the visits that ended before a second; says whether there was any.
    mutating func purge(before second: Int64) -> Bool {
        let kept = visits.filter { $0.seconds.upperBound >= second }
        guard kept.count < visits.count else { return false }
        relearn(kept)
        return true
    }

    /// Learns visits of the past, as if each had come in its turn; says whether there was any of another
    /// arrival than those that are known.
    mutating func add(_ past: [KeptVisit]) -> Bool {
        var known = Set(visits.map(\.arrival))
        let new = past.filter { known.insert($0.arrival).inserted }
        guard !new.isEmpty else { return false }
        let all = (visits + new).sorted {
            ($0.seconds.upperBound, $0.arrival) < ($1.seconds.upperBound, $1.arrival)
        }
        relearn(Array(all.suffix(rules.capacity)))
        return true
    }

    /// Unlearns the oldest visits.
    mutating func forget(_ count: Int) {
        relearn(Array(visits.dropFirst(count)))
    }

    /// Learns all anew by other rules, if they are others.
    mutating func change(to rules: ZoneRules) {
        guard rules != self.rules else { return }
        self.rules = rules
        relearn(Array(visits.suffix(rules.capacity)))
    }

    /// Learns all from visits; a component has the id of the old one that most of its visits were in.
    private mutating func relearn(_ kept: [KeptVisit]) {
        let old = (
            names: Dictionary(components.map { ($0.number, $0.founded) }) { first, _ in first }, visits: kept
        )
        (components, visits, steps) = ([], [], 0)
        visits.reserveCapacity(kept.count)
        for var visit in kept {
            visit.zone = KeptVisit.none
            visits.append(visit)
            learn(visits.count - 1)
        }
        rename(old.names, old.visits)
    }

    /// Hands the old ids on.
    private mutating func rename(_ names: [UInt16: UInt32], _ old: [KeptVisit]) {
        var heritage = ZoneHeritage()
        for (before, now) in zip(old, visits) where now.zone != KeptVisit.none {
            if let name = names[before.zone] { heritage.add(now.zone, name) }
        }
        let given = heritage.names()
        var used = Set(given.values)
        for index in components.indices {
            if let name = given[components[index].number] {
                components[index].founded = name
            } else {
                while used.contains(components[index].founded) { components[index].founded &+= 1 }
                used.insert(components[index].founded)
            }
        }
    }
}
