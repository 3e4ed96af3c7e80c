extension ZoneMap {
    /// All zones, by id, with what they are to the person by the clocks of a time zone.
    ///
    /// - Complexity: O(hours spent there).
    public func zones(in timeZone: TimeZoneTable) -> [Zone] {
        let components = mixture.components.sorted { $0.founded < $1.founded }
        let mass = components.reduce(0) { $0 + $1.accumulator }
        let presences = stays(components).map { Presence($0, timeZone) }
        let centers = components.map(\.center)
        let classifier = Classifier(
            presences: presences,
            centers: centers,
            founded: components.map { Int64($0.founded) },
            timeZone: timeZone
        )
        let scores = classifier.scores()
        return components.indices.compactMap { index in
            zone(components[index], presences[index], scores[index], mass, centers[index])
        }
    }

    /// The seconds of the visits of each component.
    private func stays(_ components: [Component]) -> [[Range<Int64>]] {
        var indices: [UInt16: Int] = [:]
        for (index, component) in components.enumerated() { indices[component.number] = index }
        var stays = [[Range<Int64>]](repeating: [], count: components.count)
        for visit in mixture.visits {
            if let index = indices[visit.zone] { stays[index].append(visit.seconds) }
        }
        return stays
    }

    private func zone(
        _ component: Component,
        _ presence: Presence,
        _ scores: ZoneScores,
        _ mass: Double,
        _ center: Coordinate
    ) -> Zone? {
        guard let id = Timestamp(wholeSeconds: Int64(component.founded)),
            let first = presence.stays.first?.lowerBound, let start = Timestamp(wholeSeconds: first),
            let last = presence.stays.map(\.upperBound).max(), let end = Timestamp(wholeSeconds: last)
        else { return nil }
        return Zone(
            id: id,
            center: center,
            prior: component.accumulator / mass,
            age: Int(component.age),
            accumulator: component.accumulator,
            covariance: component.covariance,
            visits: presence.stays.count,
            start: start,
            end: end,
            duration: presence.seconds,
            week: presence.week,
            labels: scores.labels,
            scores: scores
        )
    }
}

extension Component {
    /// The mean as a place on the Earth.
    var center: Coordinate {
        mean == .zero ? anchor : LocalFrame(at: anchor).coordinate(of: mean)
    }
}
