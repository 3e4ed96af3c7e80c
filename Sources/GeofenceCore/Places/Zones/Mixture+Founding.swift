extension Mixture {
    /// Founds a component with a visit, and with earlier ones near it that belong to none.
    ///
    /// Those are what is left of components that were spurious: a place that is seen once a week is found
    /// again with all its visits, and keeps the id of the first.
    mutating func found(with visit: Int) {
        let near = strays(near: visits[visit]) + [visit]
        guard let number = freeNumber, let first = near.first else { return }
        let founder = visits[first]
        let sigma = max(rules.floor, min(rules.accuracyFactor * founder.accuracy, rules.ceiling))
        var component = Component(
            number: number,
            founded: unusedName(founder.arrival),
            anchor: founder.place,
            born: steps,
            covariance: Covariance(sigma: sigma)
        )
        let frame = Frame(at: component.anchor)
        visits[first].zone = number
        for index in near.dropFirst() {
            guard let offset = frame.offset(of: visits[index].place) else { continue }
            let distance = component.covariance.squaredDistance(offset - component.mean)
            guard distance <= gate || index == visit else { continue }
            component.add(offset, posterior: 1, rules)
            visits[index].zone = number
        }
        components.append(component)
    }

    /// The visits of no component that would pass the gate of one founded with this visit, in their order.
    private func strays(near visit: KeptVisit) -> [Int] {
        let frame = Frame(at: visit.place)
        let reach = gate * rules.floor * rules.floor
        return visits.indices.dropLast().filter { index in
            guard visits[index].zone == KeptVisit.none, let offset = frame.offset(of: visits[index].place)
            else {
                return false
            }
            return offset.square <= reach
        }
    }

    /// The least number that no component has.
    private var freeNumber: UInt16? {
        let used = Set(components.map(\.number))
        return (0..<KeptVisit.none).first { !used.contains($0) }
    }

    /// The second, or the next one that is no component's id yet.
    private func unusedName(_ second: UInt32) -> UInt32 {
        var name = second
        while components.contains(where: { $0.founded == name }) { name &+= 1 }
        return name
    }
}
