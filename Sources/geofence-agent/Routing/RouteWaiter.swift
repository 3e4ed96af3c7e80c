import GeofenceCore

/// Somebody who waits for ways of which not all are known yet.
struct RouteWaiter: Sendable {
    /// Milliseconds that anybody waits at most.
    static let patience: Int64 = 30_000
    /// What is wrong with ways that are not known by then.
    static let problem = "the router has not answered within 30 s"
    /// What is wrong with ways that another router was asked for.
    static let change = "the router was changed meanwhile; ask again"
    /// What is wrong with ways that were found, and had to go for the others.
    static let excess = "the ways are too long to be kept at once; ask for fewer stops"
    /// Answers in one turn.
    static let slice = 8

    var ticket: AnswerTicket
    var stops: [Stop]
    var profile: String?
    /// Other ways that each leg is to have, too.
    var alternatives = 0
    /// Until when.
    var deadline: Timestamp
    /// The ways that are not known yet; none: the answer can be given.
    var missing: Set<RouteQuery> = []
    /// What is wrong with ways that are not known in the end.
    fileprivate(set) var unknown = Self.excess
}

extension Agent {
    /// Lets somebody wait for ways; says whether they have to.
    ///
    /// - Throws: `RequestProblem` where too many ways are waited for.
    mutating func admit(_ waiter: RouteWaiter, at now: Timestamp) throws(RequestProblem) -> Bool {
        guard let output = outputs.of(ItineraryOutput.self) else { return false }
        let queries = zip(waiter.stops, waiter.stops.dropFirst()).compactMap { from, to in
            output.routes.query(
                from.place,
                to.place,
                profile: waiter.profile,
                alternatives: waiter.alternatives
            )
        }
        guard let missing = output.routes.request(queries, at: now) else {
            port.counters.limited += 1
            throw RequestProblem("the router has very many ways to find; ask again in a while")
        }
        guard !missing.isEmpty else { return false }
        var waiter = waiter
        waiter.missing = missing
        routeWaiters.append(waiter)
        return true
    }

    /// A router has answered a question, or it doesn't answer at all, and then nobody waits for anything.
    mutating func noteRoute(_ query: RouteQuery, isSilent: Bool, at now: Timestamp) {
        for index in routeWaiters.indices
        where isSilent || routeWaiters[index].missing.contains(query) {
            release(index, isSilent ? routeWaiters[index].missing : [query])
        }
        completeRoutes(at: now)
    }

    private mutating func release(_ index: Int, _ queries: Set<RouteQuery>) {
        routeWaiters[index].missing.subtract(queries)
        outputs.of(ItineraryOutput.self)?.routes.release(queries)
    }

    /// The router is another: nobody waits for what the old one would have said.
    mutating func abandonRoutes() {
        for index in routeWaiters.indices {
            routeWaiters[index].missing = []
            routeWaiters[index].unknown = RouteWaiter.change
        }
    }

    /// Whether there are answers to be given at once.
    var hasRoutesToComplete: Bool { routeWaiters.contains { $0.missing.isEmpty } }

    /// When somebody has waited long enough; nil: nobody waits.
    var nextRouteDeadline: Timestamp? { routeWaiters.lazy.map(\.deadline).min() }

    /// Answers some of those who have waited long enough, or have nothing to wait for any more.
    mutating func completeRoutes(at now: Timestamp) {
        guard !routeWaiters.isEmpty, let output = outputs.of(ItineraryOutput.self) else { return }
        for index in routeWaiters.indices where routeWaiters[index].deadline <= now {
            routeWaiters[index].unknown = RouteWaiter.problem
            release(index, routeWaiters[index].missing)
        }
        let ready = routeWaiters.filter(\.missing.isEmpty).prefix(RouteWaiter.slice)
        guard !ready.isEmpty else { return }
        let tickets = Set(ready.map(\.ticket))
        routeWaiters.removeAll { tickets.contains($0.ticket) }
        for waiter in ready { complete(waiter.ticket, .success(Self.directions(waiter, output)), at: now) }
    }
}
