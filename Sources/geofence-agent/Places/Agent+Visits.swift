import GeofenceCore

extension Agent {
    /// Puts the visits that have begun or ended into the outbox.
    mutating func tellVisits(at now: Timestamp) {
        for event in effects.visits {
            let zone = engine.zone(of: event)
            outbox.add(
                topic: setup.topics.visit(event.device),
                payload: Reports.visit(event, in: zone),
                isRetained: false,
                time: now.milliseconds
            )
            if case .departure(let visit) = event.report { finish(visit, of: event.device, in: zone) }
        }
    }

    /// A visit is over: the one place that hears of each, once, in the transaction that keeps its message.
    ///
    /// A journal that is gone through after a restart doesn't come here: what this brings about was kept with it.
    private mutating func finish(_ visit: Visit, of device: Identifier, in zone: Zone?) {
        counters.visits += 1
    }
}
