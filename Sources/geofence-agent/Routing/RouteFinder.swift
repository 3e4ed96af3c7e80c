import GeofenceCore

/// The ways that are known, and those that a router has yet to be asked for.
///
/// None of it is kept, and no event follows from it. Owned by the loop's thread.
final class RouteFinder {
    private(set) var settings = RoutingSettings()
    /// The legs of itineraries; they stay as long as these do.
    private(set) var planned = PlannedLegs()
    private var ofPlans = KnownWays(mostCorners: 1_000_000)
    /// Ways that devices and requests have asked for; the oldest go.
    private var passing = KnownWays(mostCorners: 500_000)
    private(set) var queue = RouteQueue()
    /// What is on its way to the router, with the devices that want it.
    private var asked: [RouteQuery: Set<Identifier>] = [:]
    /// Devices for which a question is on its way.
    private var devices: Set<Identifier> = []
    /// By way: how many requests wait for it.
    private var waiting: [RouteQuery: Int] = [:]
    private var spell = RouterSpell()
    private var generation = 0

    /// New settings count from now on; of another router nothing is known.
    func use(_ settings: RoutingSettings) {
        guard settings != self.settings else { return }
        if settings.router != self.settings.router { forget() }
        self.settings = settings
    }

    private func forget() {
        generation += 1
        planned = PlannedLegs()
        (ofPlans, passing) = (KnownWays(mostCorners: 1_000_000), KnownWays(mostCorners: 500_000))
        (queue, spell) = (RouteQueue(), RouterSpell())
        (asked, devices, waiting) = ([:], [], [:])
    }

    /// What is asked for a way; nil where there is no router.
    func query(
        _ from: Coordinate,
        _ to: Coordinate,
        profile: String? = nil,
        alternatives: Int = 0
    ) -> RouteQuery? {
        guard let router = settings.router else { return nil }
        var query = RouteQuery(from, to, profile: profile ?? router.profile)
        (query.alternatives, query.generation) = (alternatives, generation)
        return query
    }

    /// A way as far as it is known: else a straight line, with what is wrong.
    func leg(
        _ from: Coordinate,
        _ to: Coordinate,
        profile: String? = nil,
        alternatives: Int = 0,
        unknown: String? = nil
    ) -> Leg {
        var straight = Leg.straight(from: from, to: to, speed: settings.speed)
        let query = query(from, to, profile: profile, alternatives: alternatives)
        guard let query else { return straight }
        guard query.from != query.to else {
            straight.via = .router
            straight.line = [from, to]
            return straight
        }
        switch knowledge(query) {
        case .leg(let leg): return leg
        case .problem(let text, _, _): straight.problem = text
        case nil: straight.problem = spell.problem ?? unknown ?? reason(query)
        }
        return straight
    }

    private func knowledge(_ query: RouteQuery) -> KnownWays.Knowledge? { ofPlans[query] ?? passing[query] }

    /// Why nothing is known of a way while the router answers.
    private func reason(_ query: RouteQuery) -> String {
        guard isCrowded, !isPending(query) else { return "the router has not answered yet" }
        return "so many ways are planned that the router is not asked for this one"
    }

    private var isCrowded: Bool { planned.isFull || ofPlans.isFull }

    /// Whether a way has yet to be asked for, or to be answered, as far as no device alone wants it.
    func isPending(_ query: RouteQuery) -> Bool { queue.contains(query) || asked[query] != nil }

    /// Whether there is nothing to ask at a moment: the way is known, or it was not found a short while ago.
    private func isSettled(_ query: RouteQuery, at now: Timestamp) -> Bool {
        guard query.from != query.to else { return true }
        switch knowledge(query) {
        case .leg: return true
        case .problem(_, let again, _): return again > now
        case nil: return false
        }
    }

    /// Why the router doesn't answer at the moment; nil where it does.
    var problem: String? { spell.problem }
}

// MARK: - Who wants ways

extension RouteFinder {
    /// The legs of an itinerary are these: those that are not known are asked for.
    ///
    /// - Complexity: linear in the legs.
    func plan(_ itinerary: Identifier, _ legs: [RouteQuery], at now: Timestamp) {
        let (gone, hasRoom) = planned.set(itinerary, legs)
        for query in gone {
            ofPlans.remove(query)
            queue.remove(planned: query)
        }
        guard hasRoom, !ofPlans.isFull else { return }
        for query in legs where !isSettled(query, at: now) && asked[query] == nil {
            queue.add(planned: query)
        }
    }

    /// Has a way asked for that a device wants, in the place of one that it wanted before.
    ///
    /// - Returns: false where that can't be now: a question of the device is on its way, or too many wait.
    func want(_ query: RouteQuery, of device: Identifier, at now: Timestamp) -> Bool {
        guard !isSettled(query, at: now) else { return true }
        guard !devices.contains(device) else { return false }
        guard asked[query] == nil else {
            asked[query]?.insert(device)
            devices.insert(device)
            return true
        }
        return queue.add(query, of: device)
    }

    /// A device wants no way any more.
    func drop(_ device: Identifier) { queue.remove(device) }

    /// Has ways asked for that somebody waits for.
    ///
    /// - Returns: those that have to be waited for; none while the router doesn't answer. Nil where too many
    ///   wait.
    func request(_ queries: [RouteQuery], at now: Timestamp) -> Set<RouteQuery>? {
        let missing = Set(queries).filter { !isSettled($0, at: now) }
        guard spell.problem == nil else {
            // One of them shows whether it does again, where nothing else would.
            if queue.isEmpty, asked.isEmpty, let query = missing.first { queue.add(planned: query) }
            return []
        }
        guard missing.count <= queue.room else { return nil }
        // In their order, which a set has not.
        for query in queries where missing.contains(query) && asked[query] == nil {
            queue.add(requested: query)
        }
        for query in missing { waiting[query, default: 0] += 1 }
        return missing
    }

    /// Somebody no longer waits for ways.
    func release(_ queries: Set<RouteQuery>) {
        for query in queries {
            guard let count = waiting[query] else { continue }
            waiting[query] = count > 1 ? count - 1 : nil
            if count == 1 { queue.remove(requested: query) }
        }
    }
}

// MARK: - Questions and answers

extension RouteFinder {
    /// How many more may be asked for; while the router doesn't answer one is enough to find out whether it
    /// does again.
    private var room: Int {
        guard let router = settings.router else { return 0 }
        return max(0, (spell.problem == nil ? router.parallel : 1) - asked.count)
    }

    /// Whether there is something to ask at a moment.
    func hasWork(at now: Timestamp) -> Bool {
        !queue.isEmpty && room > 0 && (spell.again ?? now) <= now
    }

    /// When the router is asked again, where it is left alone for a while.
    var nextWork: Timestamp? { queue.isEmpty || room == 0 ? nil : spell.again }

    /// The next ways to ask for.
    func next(at now: Timestamp) -> [(query: RouteQuery, request: OutboundRequest)] {
        guard let router = settings.router, hasWork(at: now) else { return [] }
        var next: [(RouteQuery, OutboundRequest)] = []
        let room = room
        while next.count < room, let (query, device) = queue.popFirst() {
            if let device { devices.insert(device) }
            let isOnItsWay = asked[query] != nil
            asked[query, default: []].formUnion(device.map { [$0] } ?? [])
            if !isOnItsWay { next.append((query, query.request(router))) }
        }
        return next
    }

    /// A question could not be put.
    func wasNotAsked(_ query: RouteQuery) { askAgain(query) }

    /// What an answer has brought.
    struct Outcome {
        /// Devices that wanted it.
        var devices: Set<Identifier> = []
        /// What the log is to say where a spell without answers begins.
        var problem: String?
    }

    /// Takes an answer; nil where nobody has asked.
    func accept(_ query: RouteQuery, _ result: Result<Leg, RouteProblem>, at now: Timestamp) -> Outcome? {
        guard let wanting = asked[query] else { return nil }
        var outcome = Outcome(devices: wanting)
        switch result {
        case .success(let leg):
            didAsk(query)
            spell.end(query)
            keep(.leg(leg), query)
        case .failure(let problem) where !problem.isOfRouter:
            didAsk(query)
            spell.end(query)
            keepProblem(problem.text, query, at: now)
        case .failure(let problem):
            let (isAskedAgain, begins) = spell.fail(query, problem.text, at: now)
            if begins { outcome.problem = problem.text }
            if isAskedAgain {
                askAgain(query)
            } else {
                didAsk(query)
                keepProblem(problem.text, query, at: now)
            }
        }
        return outcome
    }

    private func didAsk(_ query: RouteQuery) {
        devices.subtract(asked.removeValue(forKey: query) ?? [])
    }

    /// Behind all others: another one shows whether it is the router, or this way.
    private func askAgain(_ query: RouteQuery) {
        let wanting = asked[query] ?? []
        didAsk(query)
        for device in wanting where !queue.has(device) { queue.add(query, of: device) }
        if planned.contains(query) { queue.add(planned: query) }
        // What nobody waits for any more is dropped: it would keep others from showing that the router
        // answers.
        if waiting[query] != nil { queue.add(requested: query) }
    }

    private func keepProblem(_ text: String, _ query: RouteQuery, at now: Timestamp) {
        var pause = RouterSpell.pauses.lowerBound
        if case .problem(_, _, let last)? = knowledge(query) {
            pause = min(last * 2, RouterSpell.pauses.upperBound)
        }
        keep(.problem(text, again: now.advanced(byMilliseconds: pause), pause: pause), query)
    }

    private func keep(_ knowledge: KnownWays.Knowledge, _ query: RouteQuery) {
        if planned.contains(query), ofPlans[query] != nil || !ofPlans.isFull {
            ofPlans.keep(knowledge, query)
        } else {
            passing.makeRoom()
            passing.keep(knowledge, query)
        }
    }
}
