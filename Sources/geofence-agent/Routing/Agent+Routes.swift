import GeofenceCore

/// Somebody who waits for ways of which not all are known yet.
struct RouteWaiter: Sendable {
    var ticket: AnswerTicket
    var stops: [Stop]
    var profile: String?
}

extension Agent {
    /// Takes what a router has answered: whoever waits for it is told, and topics of itineraries say it.
    mutating func routeAnswered(_ query: RouteQuery, _ answer: OutboundAnswer, at now: Timestamp) {
        guard let output = outputs.of(ItineraryOutput.self) else { return }
        if let problem = output.routes.accept(query, answer, at: now) {
            port.remark(
                "the router does not answer, so ways are straight lines until it does: \(problem)",
                of: "routing, \(now.iso8601)",
                isNotable: true
            )
        }
        port.now = now
        let ids = output.owners(of: query)
        let devices = Set(ids.compactMap { output.book[$0]?.itinerary.device })
        outputs.change(ItineraryOutput.self) { output in
            output.hasChanged(ids, of: devices, wantsLegs: false)
            output.reviewArrivals()
        }
        for id in ids { output.publish(id, tracker, &port) }
        completeRoutes(at: now)
    }

    /// Answers those who wait for ways of which nothing has to be waited for any more.
    mutating func completeRoutes(at now: Timestamp) {
        guard !routeWaiters.isEmpty, let output = outputs.of(ItineraryOutput.self) else { return }
        let ready = routeWaiters.filter { !output.isPending($0) }
        guard !ready.isEmpty else { return }
        routeWaiters.removeAll { waiter in ready.contains { $0.ticket == waiter.ticket } }
        for waiter in ready { complete(waiter.ticket, .success(Self.directions(waiter, output)), at: now) }
    }
}

extension ItineraryOutput {
    /// Whether a way that somebody waits for may still become known soon.
    func isPending(_ waiter: RouteWaiter) -> Bool {
        guard !routes.isSilent else { return false }
        return zip(waiter.stops, waiter.stops.dropFirst()).contains { from, to in
            routes.query(from.place, to.place, profile: waiter.profile).map(routes.isPending) ?? false
        }
    }

    /// Has the ways asked for that somebody waits for.
    func want(_ waiter: RouteWaiter) {
        for (from, to) in zip(waiter.stops, waiter.stops.dropFirst()) {
            routes.want(from.place, to.place, profile: waiter.profile, isUrgent: true)
        }
    }

    /// The itineraries that have a way among their legs.
    func owners(of query: RouteQuery) -> [Identifier] {
        (legOwners[query] ?? []).filter { book[$0] != nil }.sorted()
    }

    /// Has the legs of itineraries asked for that are not known.
    mutating func wantLegs(at now: Timestamp) {
        guard routing.router != nil, !unasked.isEmpty else { return unasked.removeAll() }
        if legOwners.count > 4 * RouteFinder.most { (legOwners, unasked) = ([:], Set(book.ids)) }
        for id in unasked.sorted() {
            guard let entry = book[id], entry.state != .done else { continue }
            let stops = entry.itinerary.stops
            for (from, to) in zip(stops, stops.dropFirst()) {
                guard let query = routes.query(from.place, to.place) else { continue }
                legOwners[query, default: []].insert(id)
                routes.retry(from.place, to.place, at: now)
            }
        }
        unasked.removeAll()
    }

    /// Puts questions to the router, as many as may be on their way.
    func askRouter(_ port: inout OutputPort) {
        guard port.outbound.hasRoom(for: 16) else { return }
        for (query, request) in routes.next(at: port.now) {
            let isAsked = port.outbound.ask(request) { agent, answer, now in
                agent.routeAnswered(query, answer, at: now)
            }
            if !isAsked { routes.wasNotAsked(query) }
        }
    }
}
