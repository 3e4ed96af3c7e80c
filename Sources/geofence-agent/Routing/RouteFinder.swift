import GeofenceCore

/// The ways that are known, and those that a router has yet to be asked for.
///
/// None of it is kept, and no event follows from it. Owned by the loop's thread.
final class RouteFinder {
    /// Legs that are remembered at most; of more the oldest go.
    static let most = 10_000
    /// Corners of all of them at most.
    static let mostCorners = 1_000_000
    /// Milliseconds until a router is asked again that has failed: at first, and at most.
    static let pauses: ClosedRange<Int64> = 10_000...600_000

    /// What is known of a way.
    private enum Knowledge {
        case leg(Leg)
        /// Why there is none; it is asked for again from a moment on.
        case problem(String, again: Timestamp, pause: Int64)
    }

    private(set) var settings = RoutingSettings()
    private var known: [RouteQuery: Knowledge] = [:]
    /// In the order in which they became known.
    private var order: [RouteQuery] = []
    private var cornerCount = 0
    private var waiting: Set<RouteQuery> = []
    /// Those that somebody waits for, then the others; the last is asked for first.
    private var urgent: [RouteQuery] = []
    private var queue: [RouteQuery] = []
    private(set) var asked: Set<RouteQuery> = []
    /// While the router doesn't answer: from when on it is asked again, how long that was, and why.
    private var spell: (again: Timestamp, pause: Int64, problem: String)?

    func use(_ settings: RoutingSettings) {
        guard settings != self.settings else { return }
        if settings.router != self.settings.router { forget() }
        self.settings = settings
    }

    private func forget() {
        (known, order, cornerCount, waiting, urgent, queue, spell) = ([:], [], 0, [], [], [], nil)
        asked = []
    }

    /// What is asked for a way; nil where there is no router.
    func query(_ from: Coordinate, _ to: Coordinate, profile: String? = nil) -> RouteQuery? {
        settings.router.map { RouteQuery(from, to, profile: profile ?? $0.profile) }
    }

    /// A way as far as it is known: else a straight line.
    func leg(_ from: Coordinate, _ to: Coordinate, profile: String? = nil) -> Leg {
        var straight = Leg.straight(from: from, to: to, speed: settings.speed)
        guard let query = query(from, to, profile: profile) else { return straight }
        guard query.from != query.to else {
            straight.via = .router
            straight.line = [from, to]
            return straight
        }
        switch known[query] {
        case .leg(let leg): return leg
        case .problem(let text, _, _): straight.problem = text
        case nil: straight.problem = spell?.problem ?? "the router has not answered yet"
        }
        return straight
    }

    /// Has a way asked for, unless it is known or asked for already; says whether it has to be waited for.
    @discardableResult
    func want(_ from: Coordinate, _ to: Coordinate, profile: String? = nil, isUrgent: Bool = false) -> Bool {
        guard let query = query(from, to, profile: profile), query.from != query.to else { return false }
        if case .leg? = known[query] { return false }
        if isUrgent, spell != nil { return false }
        if isUrgent, case .problem? = known[query] { return false }
        guard !asked.contains(query) else { return true }
        if isUrgent {
            urgent.append(query)
            waiting.insert(query)
        } else if waiting.insert(query).inserted {
            queue.append(query)
        }
        return true
    }

    /// Whether somebody still has to wait for a way.
    func isPending(_ query: RouteQuery) -> Bool { waiting.contains(query) || asked.contains(query) }

    /// Whether the router doesn't answer at the moment.
    var isSilent: Bool { spell != nil }

    /// How many more may be asked for; while the router doesn't answer one is enough to find out whether it
    /// does again.
    private var room: Int {
        guard let router = settings.router else { return 0 }
        return max(0, (spell == nil ? router.parallel : 1) - asked.count)
    }

    /// Whether there is something to ask at a moment.
    func hasWork(at now: Timestamp) -> Bool {
        !waiting.isEmpty && room > 0 && (spell?.again ?? now) <= now
    }

    /// When the router is asked again, where it is left alone for a while.
    var nextWork: Timestamp? {
        waiting.isEmpty || room == 0 ? nil : spell?.again
    }

    /// The next ways to ask for.
    func next(at now: Timestamp) -> [(query: RouteQuery, request: OutboundRequest)] {
        guard let router = settings.router, hasWork(at: now) else { return [] }
        var next: [(RouteQuery, OutboundRequest)] = []
        let room = room
        while next.count < room, let query = urgent.popLast() ?? queue.popLast() {
            guard waiting.remove(query) != nil else { continue }
            asked.insert(query)
            next.append((query, query.request(router)))
        }
        return next
    }

    /// A question could not be put.
    func wasNotAsked(_ query: RouteQuery) {
        asked.remove(query)
        if waiting.insert(query).inserted { queue.append(query) }
    }

    /// Takes an answer; gives what the log is to be told where a spell without answers begins.
    func accept(_ query: RouteQuery, _ answer: OutboundAnswer, at now: Timestamp) -> String? {
        guard asked.remove(query) != nil, let router = settings.router else { return nil }
        do throws(RouteProblem) {
            let leg = try RouteReader(query: query, settings: router).leg(answer)
            spell = nil
            keep(.leg(leg), query)
            return nil
        } catch {
            guard error.isOfRouter else {
                spell = nil
                keepProblem(error.text, query, at: now)
                return nil
            }
            // Behind all others: another one shows whether it is the router, or this way.
            if waiting.insert(query).inserted { queue.insert(query, at: 0) }
            return begin(error.text, at: now)
        }
    }

    /// The router doesn't answer, or goes on not to.
    private func begin(_ problem: String, at now: Timestamp) -> String? {
        let isNew = spell == nil
        let pause = spell.map { min($0.pause * 2, Self.pauses.upperBound) } ?? Self.pauses.lowerBound
        spell = (now.advanced(byMilliseconds: pause), pause, problem)
        return isNew ? problem : nil
    }

    private func keepProblem(_ text: String, _ query: RouteQuery, at now: Timestamp) {
        var pause = Self.pauses.lowerBound
        if case .problem(_, _, let last)? = known[query] { pause = min(last * 2, Self.pauses.upperBound) }
        keep(.problem(text, again: now.advanced(byMilliseconds: pause), pause: pause), query)
    }

    /// Has ways asked for again that the router had none for.
    func retry(_ from: Coordinate, _ to: Coordinate, at now: Timestamp) {
        guard let query = query(from, to) else { return }
        if case .problem(_, let again, _)? = known[query], again > now { return }
        want(from, to)
    }

    private func keep(_ knowledge: Knowledge, _ query: RouteQuery) {
        if known[query] == nil { order.append(query) }
        cornerCount += Self.corners(knowledge) - (known[query].map(Self.corners) ?? 0)
        known[query] = knowledge
        var gone = 0
        while order.count - gone > Self.most || cornerCount > Self.mostCorners, gone < order.count - 1 {
            cornerCount -= known.removeValue(forKey: order[gone]).map(Self.corners) ?? 0
            gone += 1
        }
        order.removeFirst(gone)
    }

    private static func corners(_ knowledge: Knowledge) -> Int {
        if case .leg(let leg) = knowledge { leg.line.count } else { 0 }
    }
}
