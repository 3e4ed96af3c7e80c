import GeofenceCore

/// Ways in words, of an itinerary or between any stops.
extension Agent {
    private enum DirectionsKey: String, ConfigurationKey { case id, itinerary, leg }
    private enum RouteKey: String, ConfigurationKey { case stops, profile, alternatives }

    /// The legs of an itinerary; where `leg` names the stop at which one ends, that one alone.
    func directions(_ request: Request) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, DirectionsKey.self)
        let itinerary = try known(reader, .id, .itinerary).itinerary
        var wanted: Int?
        if let label = try reader.optional(.leg, { $0.text() }) {
            guard let index = StopLabel.index(label, among: itinerary.stops.count), index > 0 else {
                throw RequestProblem(
                    "no leg ends at \"\(label.prefix(8))\"; name a stop behind the first"
                )
            }
            wanted = index - 1
        }
        guard let output = outputs.of(ItineraryOutput.self) else { return [] }
        return Self.directions(output.plan(itinerary), itinerary.stops, of: itinerary.id, leg: wanted)
    }

    /// The way along stops that belong to no itinerary; nil where a router has to be asked first.
    mutating func route(
        _ request: Request,
        _ ticket: AnswerTicket,
        at now: Timestamp
    ) throws(RequestProblem) -> [UInt8]? {
        let reader = try RequestReader(request, RouteKey.self)
        let most = port.settings.limits.maxStops
        let hint = "name at least two, such as { \"latitude\": 52.5, \"longitude\": 13.4 }"
        let stops = try reader.required(.stops, hint) { $0.stops(upTo: most) }
        let profile = try reader.optional(.profile) { $0.profile() }
        guard stops.count > 1 else { throw RequestProblem("stops: must be at least two") }
        let range = 0...RouteQuery.mostAlternatives
        let alternatives = try reader.optional(.alternatives) { $0.integer(range) }
        let deadline = now.advanced(byMilliseconds: RouteWaiter.patience)
        var waiter = RouteWaiter(ticket: ticket, stops: stops, profile: profile, deadline: deadline)
        waiter.alternatives = alternatives ?? 0
        guard try !admit(waiter, at: now) else { return nil }
        return outputs.of(ItineraryOutput.self).map { Self.directions(waiter, $0) }
    }

    static func directions(_ waiter: RouteWaiter, _ output: ItineraryOutput) -> [UInt8] {
        let plan = RoutePlan(waiter.stops) { from, to in
            output.routes.leg(
                from,
                to,
                profile: waiter.profile,
                alternatives: waiter.alternatives,
                unknown: waiter.unknown
            )
        }
        return directions(plan, waiter.stops, of: nil, leg: nil)
    }

    private static func directions(
        _ plan: RoutePlan,
        _ stops: [Stop],
        of id: Identifier?,
        leg wanted: Int?
    ) -> [UInt8] {
        let legs = plan.legs.enumerated().filter { wanted == nil || $0.offset == wanted }
        return JSONWriter.object { json in
            if let id { json.member("id", id.description) }
            let texts = legs.map { Reports.directions($0.element, $0.offset, to: stops[$0.offset + 1]) }
            writePage(texts, as: "legs", to: &json)
            Reports.totals(plan, &json)
        }
    }
}
