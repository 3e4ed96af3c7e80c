extension Mixture {
    /// Makes one of each two components that are one place.
    mutating func mergeOverlaps() {
        guard rules.mergeWithin > 0 else { return }
        while let pair = overlap() { merge(components[pair.keep], with: pair.drop, at: pair.keep) }
    }

    /// Two components that overlap, the elder first.
    private func overlap() -> (keep: Int, drop: Int)? {
        for first in components.indices {
            for second in components.indices.dropFirst(first + 1)
            where areOne(components[first], components[second]) {
                let isElder = components[first].founded < components[second].founded
                return isElder ? (first, second) : (second, first)
            }
        }
        return nil
    }

    /// Whether their sum has one top only: of two equal Gaussians that is so up to two sigmas between their
    /// means.
    ///
    /// Source: S. Ray, B. G. Lindsay, The topography of multivariate normal mixtures, Annals of Statistics 33
    /// (2005), corollary 4.
    private func areOne(_ a: Component, _ b: Component) -> Bool {
        let frame = Frame(at: a.anchor)
        guard let anchor = frame.offset(of: b.anchor),
            anchor.length <= a.mean.length + b.mean.length + rules.mergeWithin
                * max(rules.floor, rules.ceiling)
        else { return false }
        let other = Frame(at: b.anchor)
        guard let mean = frame.offset(of: other.coordinate(of: b.mean)) else { return false }
        let turned = b.covariance.turned(to: frame.eastward(of: other))
        let common = 0.5 * (a.covariance + turned)
        return common.squaredDistance(mean - a.mean) <= rules.mergeWithin * rules.mergeWithin
    }

    /// The elder takes over the moments, the visits and the age of the younger.
    private mutating func merge(_ elder: Component, with drop: Int, at keep: Int) {
        let younger = components[drop]
        let (frame, other) = (Frame(at: elder.anchor), Frame(at: younger.anchor))
        guard let mean = frame.offset(of: other.coordinate(of: younger.mean)) else { return }
        let mass = elder.accumulator + younger.accumulator
        let share = younger.accumulator / mass
        let turned = younger.covariance.turned(to: frame.eastward(of: other))
        let between = share * (1 - share) * Covariance.square(mean - elder.mean)
        var merged = elder
        merged.mean = elder.mean + share * (mean - elder.mean)
        merged.covariance = ((1 - share) * elder.covariance + share * turned + between)
            .clamped(to: rules.variances)
        merged.accumulator = mass
        merged.age = elder.age + younger.age
        merged.born = min(elder.born, younger.born)
        components[keep] = merged
        components.remove(at: drop)
        for index in visits.indices where visits[index].zone == younger.number {
            visits[index].zone = merged.number
        }
    }
}
