import GeofenceCore

/// Which fences are a phone's, as its waypoints come and go.
extension Agent {
    /// Sets and removes fences, and keeps whose they are.
    ///
    /// While fences are removed it is known still whose they were, for the transitions that this brings about.
    mutating func apply(
        _ change: WaypointChange,
        _ before: Phone,
        of device: Identifier,
        at now: Timestamp
    ) {
        let left = Set(change.waypoints.map(\.fence))
        let set = change.fences.filter { left.contains($0.id) && runtimeFences[$0.id] != $0 }
        let gone = before.waypoints.map(\.fence).filter { !left.contains($0) }
        guard !set.isEmpty || !gone.isEmpty || change.waypoints != before.waypoints else { return }
        var phone = before
        phone.waypoints += change.waypoints.filter { !phone.waypoints.contains($0) }
        phones[device] = phone
        changeFences(setting: set, removing: gone, at: now, of: device)
        phone.waypoints = change.waypoints
        keep(phone, of: device)
    }

    /// Has fences that a person has set or removed no longer be a phone's, or a zone's.
    mutating func disown(_ fences: [Identifier]) {
        for fence in fences {
            if zoneFences.contains(fence) { keepOrigin(nil, of: fence) }
            guard let owner = phones.owners[fence], var phone = phones[owner] else { continue }
            phone.waypoints.removeAll { $0.fence == fence }
            keep(phone, of: owner)
        }
    }

    /// Forgets a phone and the fences that are its waypoints.
    mutating func forgetPhone(_ id: Identifier, at now: Timestamp) {
        guard let phone = phones[id] else { return }
        changeFences(setting: [], removing: phone.waypoints.map(\.fence), at: now, of: id)
        keep(nil, of: id)
    }
}
