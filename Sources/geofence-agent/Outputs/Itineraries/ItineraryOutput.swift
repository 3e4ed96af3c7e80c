import GeofenceCore

/// Itineraries: what becomes of their stops, and when devices will be there.
///
/// What becomes of stops follows from enters and exits, which the journal leads to again; what people set is
/// noted in it.
struct ItineraryOutput: Output {
    /// The name under which the journal and the store keep its memory.
    static let storeName = "itineraries"

    let name = Self.storeName
    private(set) var interest: Interest = .transitions
    private(set) var book = ItineraryBook()
    private(set) var routing = RoutingSettings()
    /// What is known of ways along roads.
    let routes = RouteFinder()
    /// Itineraries whose legs have to be looked for.
    var unasked = WaitingLine<Identifier>()
    /// Itineraries whose ways are others than those that were published.
    var unpublished = WaitingLine<Identifier>()
    /// Ways of devices that are not the planned ones.
    var ways = DeviceWays()
    /// When devices will be at their next stops.
    var arrivals = Arrivals()
    /// What has not been sent to the live map yet.
    var map = ItineraryMap()

    mutating func use(_ settings: AgentSettings) {
        guard settings.routing != routing else { return }
        routing = settings.routing
        routes.use(routing)
        ways = DeviceWays()
        wantAllLegs()
        arrivals.reviewsAll = true
    }

    /// Itineraries have been changed by a request, which publishes them.
    mutating func hasChanged(_ ids: [Identifier], of devices: Set<Identifier>) {
        map.note(ids)
        unasked.append(contentsOf: ids)
        arrivals.devices.formUnion(devices)
    }

    /// Puts the configuration's itineraries in force, and says which are gone.
    mutating func configure(_ wanted: [Itinerary]) -> [Identifier] {
        let gone = book.configure(wanted)
        map.note(gone)
        unasked.append(contentsOf: gone)
        arrivals.reviewsAll = true
        return gone
    }

    mutating func fencesConfigured(_ tracker: borrowing Tracker, _ port: inout OutputPort) {
        guard !book.isEmpty else { return }
        for device in book.devices { book.settle(device, tracker) }
        map.note(book.ids)
        wantAllLegs()
        for id in book.ids { publish(id, tracker, &port) }
    }

    /// Positions are noted without the tracker.
    mutating func isConcerned(
        _ contents: Interest,
        _ effects: borrowing Effects,
        at now: Timestamp
    ) -> Bool {
        guard !book.isEmpty else { return false }
        noteMoves(effects)
        return contents.contains(.transitions)
    }

    func attention(
        to observation: borrowing Observation,
        of device: Int,
        _ port: inout OutputPort
    ) -> Attention {
        guard !book.isEmpty, interest.contains(.positions), !arrivals.moved.contains(device) else {
            return .none
        }
        return .later
    }

    mutating func noteMove(of device: Int) {
        if !book.isEmpty, interest.contains(.positions) { arrivals.moved.insert(device) }
    }

    private mutating func noteMoves(_ effects: borrowing Effects) {
        guard interest.contains(.positions) else { return }
        for index in effects.accepted.indices { arrivals.moved.insert(effects.accepted[index]) }
    }

    mutating func publish(_ effects: Effects, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        guard !book.isEmpty else { return }
        noteMoves(effects)
        let (changed, arrived) = book.follow(effects, tracker)
        guard !changed.isEmpty else { return }
        forgetArrivals(of: arrived)
        for device in arrived { port.clear(port.topics.eta(device)) }
        map.note(Array(changed))
        for id in changed.sorted() {
            if let device = book[id]?.itinerary.device { arrivals.devices.insert(device) }
            publish(id, tracker, &port)
        }
    }

    /// The legs of an itinerary.
    func plan(_ itinerary: Itinerary) -> RoutePlan {
        RoutePlan(itinerary.stops) { from, to in leg(from, to) }
    }

    /// The way from one place to another.
    func leg(_ from: Coordinate, _ to: Coordinate) -> Leg {
        routes.leg(from, to)
    }

}

// MARK: - Background work

extension ItineraryOutput {
    func hasWork(_ port: borrowing OutputPort) -> Bool {
        (arrivals.hasWork || !unpublished.isEmpty) && port.hasRoom || map.hasWork || !unasked.isEmpty
            || routes.hasWork(at: port.now) && port.outbound.hasRoom(for: 16)
    }

    var nextWork: Timestamp? {
        let review = book.isEmpty || arrivals.reviewsAll ? nil : arrivals.nextReview
        return review.orLesser(routes.nextWork)
    }

    mutating func work(_ tracker: borrowing Tracker, _ port: inout OutputPort) {
        tellMap(tracker, port.settings)
        if !unasked.isEmpty { wantLegs(at: port.now) }
        askRouter(&port)
        publishWays(tracker, &port)
        guard !book.isEmpty || arrivals.hasAny else { return }
        let wanted: Interest = book.activeCount > 0 ? [.transitions, .positions] : .transitions
        if wanted != interest {
            interest = wanted
            port.reviewInterests()
        }
        publishArrivals(tracker, &port)
    }
}

// MARK: - Memory beyond the process

extension ItineraryOutput {
    var checkpoint: [UInt8]? { book.isNew ? book.bytes : nil }

    mutating func didCheckpoint() { book.isNew = false }

    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes) { try book.restore(bytes) }

    func notes(of device: Identifier) -> [[UInt8]] {
        book.of(device).map { ItineraryBook.note($0.itinerary.id, $0) }
    }

    mutating func recall(_ note: [UInt8]) throws(DamagedBytes) { try book.recall(note) }

    mutating func recover(_ effects: Effects, _ tracker: borrowing Tracker) {
        if !book.isEmpty { _ = book.follow(effects, tracker) }
    }

    mutating func didRecover(_ tracker: borrowing Tracker, _ settings: AgentSettings) {
        arrivals.reviewsAll = !book.isEmpty
        wantAllLegs()
    }
}

// MARK: - Forgetting a device

extension ItineraryOutput {
    mutating func withdraw(_ device: Int, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        let id = tracker.engine.deviceID(device)
        if book.has(id) || arrivals.published[id] != nil { port.clear(port.topics.eta(id)) }
    }

    /// What was set at run time for a device goes with it; what the configuration has begins anew.
    mutating func drop(
        _ device: Int,
        _ id: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) -> [Input] {
        arrivals.drop(device, id)
        ways[id] = nil
        routes.drop(id)
        let entries = book.of(id)
        guard !entries.isEmpty else { return [] }
        let gone = entries.filter(\.isOwn).flatMap { $0.itinerary.fenceIDs.map(\.id) }.filter {
            tracker.runtimeFences[$0] != nil
        }
        for entry in entries {
            if entry.isOwn { book[entry.itinerary.id] = nil } else { book.reset(entry.itinerary.id) }
        }
        book.activate(id)
        map.note(entries.map(\.itinerary.id))
        for entry in entries { publish(entry.itinerary.id, tracker, &port) }
        guard !gone.isEmpty else { return [] }
        return [.fences(FenceChange(setting: [], removing: gone, at: port.now, port.settings))]
    }
}
