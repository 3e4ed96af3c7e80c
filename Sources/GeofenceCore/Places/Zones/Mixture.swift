internal import CLibrary

/// The visits of a device and the components that they form; the plane in which it reckons is to be chosen.
struct Mixture<Frame: PlaneFrame> {
    var rules: ZoneRules
    var components: [Component] = []
    /// In the order in which they came, which is that of their ends.
    var visits: [KeptVisit] = []
    /// How many visits have come since all was learnt anew.
    var steps: UInt32 = 0

    init(rules: ZoneRules) {
        self.rules = rules
    }

    /// The squared Mahalanobis distance within which a visit passes the gate: χ² with two degrees of freedom
    /// is -2 ln(1 - p).
    var gate: Double { -2 * log(1 - rules.gate) }

    /// Takes a visit that has ended.
    mutating func add(_ visit: KeptVisit) {
        if visits.count >= rules.capacity { forget(visits.count - rules.capacity * 9 / 10) }
        // Room for a few more, and not for twice as many.
        if visits.count == visits.capacity { visits.reserveCapacity(visits.count + max(4, visits.count / 8)) }
        visits.append(visit)
        learn(visits.count - 1)
    }

    /// A component that a visit passes the gate of.
    struct Passage {
        var index: Int
        var place: Offset
        /// p π of the old parameters.
        var likelihood: Double
    }

    /// One step of the algorithm: the components whose gate a visit passes take it, or it founds one.
    mutating func learn(_ visit: Int) {
        steps += 1
        var evidence = 0.0
        let passages = passages(of: visits[visit].place, evidence: &evidence)
        if passages.isEmpty { found(with: visit) }
        for passage in passages {
            let posterior = passage.likelihood / evidence
            components[passage.index].add(passage.place, posterior: posterior, rules)
        }
        let best = passages.max { likelihood($0) < likelihood($1) }
        if let best { visits[visit].zone = components[best.index].number }
        mergeOverlaps()
        removeSpurious()
    }

    /// The components whose gate a place passes, and the likelihood of the place under all.
    func passages(of place: Coordinate, evidence: inout Double) -> [Passage] {
        var passages: [Passage] = []
        for (index, component) in components.enumerated() {
            guard let offset = Frame(at: component.anchor).offset(of: place) else { continue }
            let distance = component.covariance.squaredDistance(offset - component.mean)
            let likelihood = component.density(distance) * component.accumulator
            evidence += likelihood
            guard distance <= gate else { continue }
            passages.append(Passage(index: index, place: offset, likelihood: likelihood))
        }
        return passages
    }

    /// p π with the new parameters, all but for a common factor.
    private func likelihood(_ passage: Passage) -> Double {
        let component = components[passage.index]
        let distance = component.covariance.squaredDistance(passage.place - component.mean)
        return component.density(distance) * component.accumulator
    }

    /// The component at whose center a place most probably belongs, if it passes its gate.
    func component(at place: Coordinate) -> Component? {
        var evidence = 0.0
        let passages = passages(of: place, evidence: &evidence)
        return passages.max { $0.likelihood < $1.likelihood }.map { components[$0.index] }
    }
}
