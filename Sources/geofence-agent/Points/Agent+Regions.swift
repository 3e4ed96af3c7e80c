import GeofenceCore

extension Agent {
    /// Brings the fences around the points near a device up to its last position.
    ///
    /// Quietly, as of a moment, where the points are new and not the position.
    mutating func updatePOIFences(of device: Int, quietAt now: Timestamp? = nil) {
        let change = poiFences.change(
            for: device,
            tracker,
            port.settings.pois,
            &port.nearestPoints,
            rules: port.settings.rules,
            quietAt: now
        )
        if let change { self.change(change) }
    }

    /// Whether a device has fences around the points that are near it at a place it reports.
    mutating func isAmongSamePoints(_ observation: borrowing Observation, _ device: Int) -> Bool {
        guard let place = observation.fix?.coordinate,
            let version = port.versionOfPoints(near: device, at: place)
        else { return false }
        return poiFences.isSettled(device, version)
    }

    /// Makes a change of a device's fences around points, and keeps it.
    mutating func change(_ change: FenceAssignment) {
        noteDecisions()
        let known = effects.newFences.count
        perform(.assignment(change))
        for id in effects.newFences[known...] {
            if let slot = tracker.engine.slot(of: id) { decisions.begin(slot) }
        }
    }
}
