import GeofenceCore

/// The way from one stop to the next.
struct Leg: Hashable, Sendable {
    /// How it was found.
    enum Via: String, Hashable, Sendable {
        /// By a router, along roads.
        case router
        /// As the straight line, at a speed that is assumed.
        case straight
    }

    var from, to: Coordinate
    /// Metres.
    var distance: Double
    /// Seconds.
    var duration: Double
    var via: Via
    /// Why it is straight though there is a router.
    var problem: String?
    /// The roads that it mostly follows; nil where the router names none.
    var summary: String?
    /// The way corner by corner; empty where it is straight.
    var line: [Coordinate] = []
    /// The way turn by turn; empty where it is straight.
    var steps: [LegStep] = []
    /// Other ways, where these were asked for.
    var alternatives: [Leg] = []

    /// The straight line, on the ellipsoid, at a speed in km/h.
    static func straight(from: Coordinate, to: Coordinate, speed: Double) -> Leg {
        let distance = Geodesic.distance(from, to)
        return Leg(from: from, to: to, distance: distance, duration: distance / speed * 3.6, via: .straight)
    }
}

/// A part of a leg, from one turn to the next.
struct LegStep: Hashable, Sendable {
    /// What to do at its beginning.
    var text: String
    /// Metres.
    var distance: Double
    /// Seconds.
    var duration: Double
    /// The first of the leg's corners that is its own.
    var start: Int
}

/// The legs between the stops of an itinerary, one fewer than there are stops.
struct RoutePlan: Hashable, Sendable {
    var legs: [Leg]
    /// Seconds of rest at the stops between the first and the last.
    var stays = 0.0

    /// Metres of all legs.
    var distance: Double { legs.reduce(0) { $0 + $1.distance } }
    /// Seconds of all legs, with the rests between them.
    var duration: Double { legs.reduce(stays) { $0 + $1.duration } }
    /// By router where all legs are.
    var via: Leg.Via { !legs.isEmpty && legs.allSatisfy { $0.via == .router } ? .router : .straight }
    /// The first problem of a leg.
    var problem: String? { legs.lazy.compactMap(\.problem).first }
}

extension RoutePlan {
    /// The legs between stops, each found by a function.
    init(_ stops: [Stop], _ leg: (Coordinate, Coordinate) -> Leg) {
        legs = zip(stops, stops.dropFirst()).map { leg($0.place, $1.place) }
        stays = stops.dropFirst().dropLast().reduce(0) { $0 + ($1.stay ?? 0) }
    }
}
