import GeofenceCore

/// Which itineraries have which ways among their legs, as far as the agent asks for them.
///
/// There is an end to it: ways that don't fit into the memory of those that are known would be asked for
/// again and again.
struct PlannedLegs {
    /// Legs of all itineraries at most.
    static let most = KnownWays.most

    private var legs: [Identifier: [RouteQuery]] = [:]
    private var owners: [RouteQuery: Set<Identifier>] = [:]
    private(set) var count = 0

    var isFull: Bool { count >= Self.most }

    func contains(_ query: RouteQuery) -> Bool { owners[query] != nil }

    func has(_ itinerary: Identifier) -> Bool { legs[itinerary] != nil }

    /// The itineraries that have a way among their legs.
    func owners(of query: RouteQuery) -> Set<Identifier> { owners[query] ?? [] }

    /// The legs of an itinerary, in the place of those that it had.
    ///
    /// - Returns: ways that belong to none any more; whether there was room for all of its own.
    mutating func set(_ itinerary: Identifier, _ new: [RouteQuery]) -> (gone: [RouteQuery], hasRoom: Bool) {
        let old = remove(itinerary)
        let fitting = Array(Set(new).prefix(new.count + count <= Self.most ? new.count : 0))
        if !fitting.isEmpty { legs[itinerary] = fitting }
        count += fitting.count
        for query in fitting { owners[query, default: []].insert(itinerary) }
        return (old.filter { owners[$0] == nil }, fitting.isEmpty == new.isEmpty)
    }

    private mutating func remove(_ itinerary: Identifier) -> [RouteQuery] {
        guard let old = legs.removeValue(forKey: itinerary) else { return [] }
        count -= old.count
        for query in old {
            owners[query]?.remove(itinerary)
            if owners[query]?.isEmpty == true { owners[query] = nil }
        }
        return old
    }
}
