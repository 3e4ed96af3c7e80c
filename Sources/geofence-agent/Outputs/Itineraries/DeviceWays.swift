import GeofenceCore

/// The ways that devices are on to their next stops, where those are not the planned ones.
struct DeviceWays {
    /// Milliseconds between two questions for the way of one device.
    static let pause: Int64 = 30_000
    /// Positions beside the way after which a device has left it.
    static let mostOff = 2

    /// The way of a device.
    struct Way: Hashable {
        var itinerary: Identifier
        var stop: Int
        /// Where it began; nil: at the stop before.
        var origin: Coordinate?
        /// Where a way begins that was asked for.
        var asked: Coordinate?
        var askedAt: Timestamp?
        /// Positions in a row that are beside the way.
        var offCount = 0
        /// The newest position that was looked at.
        var last: Timestamp?
    }

    private(set) var ways: [Identifier: Way] = [:]

    subscript(_ device: Identifier) -> Way? {
        get { ways[device] }
        set { ways[device] = newValue }
    }
}

extension ItineraryOutput {
    /// The way along roads that a device is on to its next stop; nil where none is known.
    func way(_ entry: ItineraryEntry, _ device: Identifier) -> Leg? {
        guard let next = entry.progress.next, routing.router != nil else { return nil }
        let (stops, id) = (entry.itinerary.stops, entry.itinerary.id)
        if let way = ways[device], way.itinerary == id, way.stop == next, let origin = way.origin {
            let leg = leg(origin, stops[next].place)
            if leg.via == .router { return leg }
        }
        guard next > 0, entry.progress.visits[next - 1].arrived != nil else { return nil }
        let leg = leg(stops[next - 1].place, stops[next].place)
        return leg.via == .router ? leg : nil
    }

    /// Looks whether a device is on its way, and has another one asked for where it is not.
    mutating func lookForWay(
        _ entry: ItineraryEntry,
        _ device: Identifier,
        _ fix: Fix,
        at time: Timestamp,
        now: Timestamp
    ) {
        guard routing.router != nil, let next = entry.progress.next, !entry.progress.isInside else { return }
        let id = entry.itinerary.id
        var way = ways[device] ?? DeviceWays.Way(itinerary: id, stop: next)
        if way.itinerary != id || way.stop != next { way = DeviceWays.Way(itinerary: id, stop: next) }
        defer { ways[device] = way }
        let target = entry.itinerary.stops[next].place
        if let asked = way.asked, leg(asked, target).via == .router {
            (way.origin, way.asked, way.offCount) = (asked, nil, 0)
            ways[device] = way
        }
        guard way.last != time else { return }
        way.last = time
        if let leg = self.way(entry, device), let projection = RouteProjection(of: fix.coordinate, on: leg) {
            let limit = routing.offRoute + (fix.accuracy ?? 0)
            way.offCount = projection.offset > limit ? way.offCount + 1 : 0
            guard way.offCount >= DeviceWays.mostOff else { return }
        }
        if let last = way.askedAt, time.millisecondsSince(last).magnitude < DeviceWays.pause.magnitude {
            return
        }
        guard let query = routes.query(fix.coordinate, target), routes.want(query, of: device, at: now)
        else { return }
        way.askedAt = time
        way.asked = fix.coordinate
    }

    /// The first part of what is left: from a position along the way that is known, else straight.
    func start(_ entry: ItineraryEntry, _ device: Identifier, from place: Coordinate) -> (
        Leg?, isOnRoute: Bool
    ) {
        guard !entry.progress.isInside, let leg = way(entry, device),
            let projection = RouteProjection(of: place, on: leg)
        else { return (nil, true) }
        guard (ways[device]?.offCount ?? 0) < DeviceWays.mostOff else { return (nil, false) }
        var rest = Leg(
            from: place,
            to: leg.to,
            distance: projection.distance,
            duration: projection.duration,
            via: .router
        )
        rest.summary = leg.summary
        return (rest, true)
    }
}
