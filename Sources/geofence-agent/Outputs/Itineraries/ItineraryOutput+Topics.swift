import GeofenceCore

/// The topics of itineraries, and of when devices will be there.
extension ItineraryOutput {
    /// Publishes what has become of an itinerary; where it is gone its topic goes.
    func publish(_ id: Identifier, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        port.publish(port.topics.itinerary(id), payload(id, tracker) ?? [])
    }

    /// What the topic of an itinerary says; nil where there is none.
    func payload(_ id: Identifier, _ tracker: borrowing Tracker) -> [UInt8]? {
        guard let entry = book[id] else { return nil }
        let plan = plan(entry.itinerary)
        return Reports.progress(entry, plan, estimate(entry, plan, tracker))
    }

    /// When the device of an itinerary that is on will be at its stops; nil where nothing is known.
    func estimate(_ entry: ItineraryEntry, _ plan: RoutePlan, _ tracker: borrowing Tracker) -> Estimate? {
        guard entry.state == .active, let device = entry.itinerary.device,
            let number = tracker.engine.device(device),
            let (fix, time) = tracker.engine.lastFix(ofDevice: number)
        else { return nil }
        let (first, isOnRoute) = start(entry, device, from: fix.coordinate)
        var estimate = Estimate(entry, from: fix.coordinate, at: time, first: first) { from, to in
            leg(from, to)
        }
        estimate?.isOnRoute = isOnRoute
        return estimate
    }

    func retained(_ device: Int?, _ tracker: borrowing Tracker, _ settings: AgentSettings) -> [RetainedTopic]
    {
        guard let device else {
            return book.ids.map { RetainedTopic(topic: settings.topics.itinerary($0), id: $0) }
        }
        let id = tracker.engine.deviceID(device)
        return arrivals.published[id] == nil ? [] : [RetainedTopic(topic: settings.topics.eta(id))]
    }

    func payload(
        of topic: RetainedTopic,
        _ device: Int?,
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings
    ) -> [UInt8]? {
        guard let device else { return topic.id.flatMap { payload($0, tracker) } }
        guard tracker.engine.hasDevice(device) else { return nil }
        // The itinerary may have lost that stop since; background work then publishes the topic anew.
        guard let estimate = arrivals.published[tracker.engine.deviceID(device)]?.estimate,
            let stops = book[estimate.itinerary]?.itinerary.stops, stops.indices.contains(estimate.stop)
        else { return nil }
        return Reports.eta(estimate, book)
    }
}
