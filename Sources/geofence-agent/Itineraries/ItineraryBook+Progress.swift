import GeofenceCore

/// How itineraries go on: by what the tracker says, which a recovery goes through as well.
extension ItineraryBook {
    /// Takes up what an input has brought about.
    ///
    /// - Returns: the itineraries that have changed, and devices that headed for a stop and do no more.
    mutating func follow(
        _ effects: borrowing Effects,
        _ tracker: borrowing Tracker
    ) -> (changed: Set<Identifier>, arrived: [Identifier]) {
        var devices: Set<Identifier> = []
        for pair in effects.occupancy { devices.insert(tracker.engine.deviceID(pair.device)) }
        for pair in effects.statuses { devices.insert(tracker.engine.deviceID(pair.device)) }
        for event in effects.events where stops[event.fence] != nil { devices.insert(event.device) }
        let touched = devices.filter(has)
        guard !touched.isEmpty else { return ([], []) }
        let ids = Set(touched.flatMap { ofDevice[$0] ?? [] })
        let before = ids.map { (id: $0, entry: entries[$0]) }
        let heading = headingDevices(touched)
        // A request that changes fences of stops says itself what becomes of their itineraries.
        let changing = Set(effects.changedFences.compactMap { stops[$0]?.itinerary })
        advance(effects.events, besides: changing)
        for device in touched.sorted() { settle(device, besides: changing, tracker) }
        let changed = Set(before.filter { entries[$0.id] != $0.entry }.map(\.id))
        return (changed, heading.filter { !isHeading($0) })
    }

    /// Those of some devices that head for a stop, in the order of their ids.
    func headingDevices(_ devices: some Sequence<Identifier>) -> [Identifier] {
        devices.filter(isHeading).sorted()
    }

    /// Whether a device heads for a stop.
    func isHeading(_ device: Identifier) -> Bool { active(device)?.progress.next != nil }

    private mutating func advance(_ events: [Event], besides changing: Set<Identifier>) {
        // Of those that happen at once the first stop counts first.
        let own = events.enumerated().compactMap { offset, event -> (Event, StopPlace, Int)? in
            guard !event.isGroup, event.cause != .removed, let place = stops[event.fence],
                !changing.contains(place.itinerary)
            else { return nil }
            return (event, place, offset)
        }
        let sorted = own.sorted { a, b in
            let (first, second) = (Self.rank(a.0), Self.rank(b.0))
            return (a.0.time, first, a.1.index, a.2) < (b.0.time, second, b.1.index, b.2)
        }
        for (event, place, _) in sorted { advance(event, place) }
    }

    private static func rank(_ event: Event) -> Int { if case .exit = event.kind { 0 } else { 1 } }

    private mutating func advance(_ event: Event, _ place: StopPlace) {
        guard entries[place.itinerary]?.state == .active else { return }
        update(place.itinerary) { entry in
            switch event.kind {
            case .enter where event.isLate: entry.progress.enteredLate(place.index, at: event.time)
            case .exit where event.isLate: entry.progress.leftLate(place.index, at: event.time)
            case .enter: entry.progress.enter(place.index, at: event.time)
            case .exit: entry.progress.leave(place.index, at: event.time)
            default: break
            }
        }
        finish(place.itinerary)
    }

    /// Where all stops of an itinerary are done, it begins anew or the next one of the device begins.
    private mutating func finish(_ id: Identifier) {
        update(id) { _ = $0.finishIfDone() }
        guard let entry = entries[id], entry.state == .done, let device = entry.itinerary.device else {
            return
        }
        activate(device)
    }

    /// Has the first itinerary of a device that isn't done begin, where none is on.
    mutating func activate(_ device: Identifier) {
        let own = of(device)
        guard !own.contains(where: { $0.state == .active }),
            let next = own.first(where: { $0.state == .planned })
        else { return }
        update(next.itinerary.id) { $0.begin() }
        // All its stops may have been skipped while it was waiting.
        finish(next.itinerary.id)
    }

    /// Brings the itinerary that a device is on in line with the fences that it is inside.
    mutating func settle(
        _ device: Identifier,
        besides changing: Set<Identifier> = [],
        _ tracker: borrowing Tracker
    ) {
        activate(device)
        guard let entry = active(device), !changing.contains(entry.itinerary.id),
            let number = tracker.engine.device(device)
        else { return }
        let id = entry.itinerary.id
        let inside = entry.itinerary.fenceIDs.compactMap { index, fence in
            Self.arrival(number, fence, tracker).map { (index: index, since: $0) }
        }
        let outside = entry.itinerary.fenceIDs.compactMap { index, fence in
            Self.departure(number, fence, tracker).map { (index: index, since: $0) }
        }
        let hasFix = tracker.engine.hasFix(number)
        update(id) { entry in
            entry.progress.settle(inside: inside, outside: outside, isLocated: hasFix)
        }
        finish(id)
    }

    /// Since when a device is inside a fence; nil where it isn't.
    private static func arrival(_ device: Int, _ fence: Identifier, _ tracker: borrowing Tracker)
        -> Timestamp?
    {
        guard let slot = tracker.engine.slot(of: fence) else { return nil }
        let report = tracker.engine.status(device: device, fence: slot)
        return report?.status == .inside ? report?.since : nil
    }

    /// Since when a device is outside a fence; nil where it isn't, or nothing is known.
    private static func departure(_ device: Int, _ fence: Identifier, _ tracker: borrowing Tracker)
        -> Timestamp?
    {
        guard let slot = tracker.engine.slot(of: fence) else { return nil }
        let report = tracker.engine.status(device: device, fence: slot)
        return report?.status == .outside ? report?.since : nil
    }
}

extension ItineraryProgress {
    /// Takes up which fences the device is inside, without an event: with its first fix, when an itinerary
    /// begins, and where the fence of the next stop reaches into that of the last one.
    fileprivate mutating func settle(
        inside: [(index: Int, since: Timestamp)],
        outside: [(index: Int, since: Timestamp)],
        isLocated: Bool
    ) {
        if isInside, let left = outside.first(where: { $0.index == position }) {
            leave(position, at: left.since)
        }
        if isLocated, !isSettled {
            isSettled = true
            enterFirst(among: inside)
        }
        if !isInside, let next = inside.first(where: { $0.index == position }) {
            enter(position, at: next.since)
        }
    }

    /// Nothing is done yet, though stops may have been skipped: the device is at the first one that it is
    /// inside.
    private mutating func enterFirst(among inside: [(index: Int, since: Timestamp)]) {
        guard !isInside, visits.allSatisfy({ $0.arrived == nil }) else { return }
        let first = inside.first { $0.index >= position && !visits[$0.index].isSkipped }
        if let first { enter(first.index, at: first.since) }
    }
}
