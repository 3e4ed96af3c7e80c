import GeofenceCore

/// What is known of ways.
struct KnownWays {
    enum Knowledge {
        case leg(Leg)
        /// Why there is none; it is asked for again from a moment on.
        case problem(String, again: Timestamp, pause: Int64)
    }

    /// Ways that are remembered at most.
    static let most = 10_000
    /// Corners of all of them at most; the last one may go beyond.
    let mostCorners: Int

    private var known: [RouteQuery: Knowledge] = [:]
    /// In the order in which they became known.
    private var order = WaitingLine<RouteQuery>()
    private var cornerCount = 0

    init(mostCorners: Int) { self.mostCorners = mostCorners }

    subscript(_ query: RouteQuery) -> Knowledge? { known[query] }

    /// Whether there is no room for another.
    var isFull: Bool { known.count >= Self.most || cornerCount >= mostCorners }

    mutating func keep(_ knowledge: Knowledge, _ query: RouteQuery) {
        remove(query)
        known[query] = knowledge
        cornerCount += Self.corners(knowledge)
        order.append(query)
    }

    mutating func remove(_ query: RouteQuery) {
        guard let old = known.removeValue(forKey: query) else { return }
        cornerCount -= Self.corners(old)
        order.remove(query)
    }

    /// Forgets the oldest ones until there is room for another.
    mutating func makeRoom() {
        while isFull, let oldest = order.popFirst() {
            cornerCount -= known.removeValue(forKey: oldest).map(Self.corners) ?? 0
        }
    }

    private static func corners(_ knowledge: Knowledge) -> Int {
        guard case .leg(let leg) = knowledge else { return 0 }
        return leg.alternatives.reduce(leg.line.count) { $0 + $1.line.count }
    }
}
