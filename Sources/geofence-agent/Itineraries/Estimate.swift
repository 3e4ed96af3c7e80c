import GeofenceCore

/// When a device will be at its stops, by where it was last.
struct Estimate: Hashable, Sendable {
    var itinerary: Identifier
    /// The stop that comes next.
    var stop: Int
    /// By stop; nil for those that are behind, or left out.
    private(set) var arrivals: [Timestamp?]
    /// Metres to the next stop.
    private(set) var distance: Double
    var via: Leg.Via
    /// Whether the device is on the way that was planned.
    var isOnRoute = true
    /// When the device was where it was last.
    var time: Timestamp
    /// Whether that is long ago.
    var isStale = false

    /// When it will be at the next stop.
    var arrival: Timestamp { arrivals[stop] ?? time }
    /// Seconds until then, from the moment of the position.
    var duration: Double { Double(arrival.millisecondsSince(time)) / 1000 }

    /// From a position, or where the device is at a stop, from there once it has rested; nil where no stop is
    /// left.
    ///
    /// `leg` finds the way between two places, `first` is what is left of the way to the next stop, where
    /// that is known.
    init?(
        _ entry: ItineraryEntry,
        from place: Coordinate,
        at time: Timestamp,
        first known: Leg? = nil,
        _ leg: (Coordinate, Coordinate) -> Leg
    ) {
        let (progress, stops) = (entry.progress, entry.itinerary.stops)
        guard let next = progress.next else { return nil }
        let current = progress.isInside ? progress.position : nil
        let way = leg(current.map { stops[$0].place } ?? place, stops[next].place)
        let first = current == nil ? known ?? way : way
        let start = current.map { progress.departure(from: $0, stops[$0], now: time) } ?? time
        self.init(entry, next, first, from: start, at: time, leg)
    }

    /// The next stop by its leg, and from there on the others.
    init(
        _ entry: ItineraryEntry,
        _ next: Int,
        _ first: Leg,
        from start: Timestamp,
        at time: Timestamp,
        _ leg: (Coordinate, Coordinate) -> Leg
    ) {
        let (progress, stops) = (entry.progress, entry.itinerary.stops)
        itinerary = entry.itinerary.id
        stop = next
        self.time = time
        (distance, via) = (first.distance, first.via)
        arrivals = Array(repeating: nil, count: stops.count)
        var (moment, last) = (start.advanced(bySeconds: first.duration), next)
        arrivals[next] = moment
        for index in stops.indices.dropFirst(next + 1) where progress.status(index) == .pending {
            let way = leg(stops[last].place, stops[index].place)
            moment = moment.advanced(bySeconds: (stops[last].stay ?? 0) + way.duration)
            arrivals[index] = moment
            last = index
        }
    }
}

extension ItineraryProgress {
    /// When the device will leave a stop that it is at.
    fileprivate func departure(from index: Int, _ stop: Stop, now: Timestamp) -> Timestamp {
        let arrived = visits[index].arrived ?? now
        return max(now, arrived.advanced(bySeconds: stop.stay ?? 0))
    }
}

extension Timestamp {
    /// The moment so many seconds later.
    func advanced(bySeconds seconds: Double) -> Timestamp {
        advanced(byMilliseconds: Seconds.milliseconds(seconds))
    }
}
