extension ZoneMap {
    /// All zones, by id, with what they are to the person by the clocks of a time zone.
    ///
    /// - Complexity: O(hours spent there).
    public func zones(in timeZone: TimeZoneTable) -> [Zone] {
        let components = mixture.components.sorted { $0.founded < $1.founded }
        let mass = components.reduce(0) { $0 + $1.accumulator }
        let presences = components.map { component in
            Presence(mixture.visits.filter { $0.zone == component.number }.map(\.seconds), timeZone)
        }
        let centres = components.map(\.centre)
        let scores = Classifier(presences: presences, centres: centres, timeZone: timeZone).scores()
        return components.indices.compactMap { index in
            zone(components[index], presences[index], scores[index], mass, centres[index])
        }
    }

    private func zone(
        _ component: Component,
        _ presence: Presence,
        _ scores: ZoneScores,
        _ mass: Double,
        _ centre: Coordinate
    ) -> Zone? {
        guard let id = Timestamp(wholeSeconds: Int64(component.founded)),
            let first = presence.stays.first?.lowerBound, let start = Timestamp(wholeSeconds: first),
            let last = presence.stays.map(\.upperBound).max(), let end = Timestamp(wholeSeconds: last)
        else { return nil }
        return Zone(
            id: id,
            centre: centre,
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
    var centre: Coordinate {
        mean == .zero ? anchor : LocalFrame(at: anchor).coordinate(of: mean)
    }
}
