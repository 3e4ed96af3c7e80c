import GeofenceCore

extension Agent {
    /// Takes what a router has answered: whoever waits for it is told, and topics of itineraries say it.
    mutating func routeAnswered(
        _ query: RouteQuery,
        _ result: Result<Leg, RouteProblem>,
        at now: Timestamp
    ) {
        guard let output = outputs.of(ItineraryOutput.self),
            let outcome = output.routes.accept(query, result, at: now)
        else { return }
        if let problem = outcome.problem {
            port.remark(
                "the router does not answer, so ways are straight lines until it does: \(problem)",
                of: "routing, \(now.iso8601)",
                isNotable: true
            )
        }
        port.now = now
        outputs.change(ItineraryOutput.self) { $0.hasWay(query, of: outcome.devices) }
        noteRoute(query, isSilent: output.routes.problem != nil, at: now)
    }
}

extension ItineraryOutput {
    /// Legs of itineraries that are looked for in one turn, and some more.
    static let legSlice = 1000

    /// A way is another than before: it concerns the itineraries that have it among their legs, and the
    /// devices that wanted it.
    mutating func hasWay(_ query: RouteQuery, of devices: Set<Identifier>) {
        let owners = routes.planned.owners(of: query).sorted()
        map.note(owners)
        unpublished.append(contentsOf: owners)
        arrivals.devices.formUnion(devices)
        arrivals.devices.formUnion(owners.compactMap { book[$0]?.itinerary.device })
    }

    /// Has the legs of some itineraries asked for that are not known.
    mutating func wantLegs(at now: Timestamp) {
        guard routing.router != nil else { return unasked.removeAll() }
        var count = 0
        while count < Self.legSlice, let id = unasked.popFirst() {
            let entry = book[id]
            // Of one for which there is no room nothing has to be looked at.
            guard routes.planned.has(id) || !routes.planned.isFull else { continue }
            let stops = entry?.state == .done ? [] : entry?.itinerary.stops ?? []
            let legs = zip(stops, stops.dropFirst()).compactMap { from, to in
                routes.query(from.place, to.place)
            }
            routes.plan(id, legs, at: now)
            count += legs.count + 1
        }
    }

    /// Has the legs of all itineraries looked for, first of those that are on.
    mutating func wantAllLegs() {
        guard routing.router != nil else { return }
        let ids = book.ids
        unasked.append(contentsOf: ids.filter { book[$0]?.state == .active })
        unasked.append(contentsOf: ids)
    }

    /// Puts questions to the router, as many as may be on their way.
    func askRouter(_ port: inout OutputPort) {
        guard port.outbound.hasRoom(for: 16), let router = routing.router else { return }
        for (query, request) in routes.next(at: port.now) {
            let reader = RouteReader(query: query, settings: router)
            let isAsked = port.outbound.ask(request, reading: reader.result) { agent, result, now in
                agent.routeAnswered(query, result, at: now)
            }
            if !isAsked { routes.wasNotAsked(query) }
        }
    }

    /// Publishes some of the itineraries whose ways are others than before.
    mutating func publishWays(_ tracker: borrowing Tracker, _ port: inout OutputPort) {
        for _ in 0..<Arrivals.slice / 4 {
            guard port.hasRoom, let id = unpublished.popFirst() else { return }
            if book[id] != nil { publish(id, tracker, &port) }
        }
    }
}
