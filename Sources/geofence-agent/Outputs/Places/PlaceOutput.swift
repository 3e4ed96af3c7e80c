import GeofenceCore

extension Agent {
    /// Puts the visits that have begun or ended into the outbox.
    mutating func enqueueVisits(at now: Timestamp) {
        for event in effects.visits {
            let zone = engine.zone(of: event)
            outbox.add(
                topic: setup.topics.visit(event.device),
                payload: Reports.visit(event, in: zone),
                isRetained: false,
                time: now.milliseconds
            )
            if case .departure = event.report { counters.visits += 1 }
        }
    }
}
