import GeofenceCore

/// What was published of when devices will be at their next stops, and of whom it has to be looked again.
struct Arrivals {
    /// Milliseconds by which a time must differ to be published at once.
    static let news: Int64 = 60_000
    /// Milliseconds after which a position is old.
    static let stale: Int64 = 600_000
    /// Milliseconds between two looks at all.
    static let pause: Int64 = 60_000
    /// Devices that are looked at in one turn.
    static let slice = 200

    /// What was published last of a device.
    struct Published: Hashable {
        var estimate: Estimate
        var at: Timestamp
    }

    /// By device.
    var published: [Identifier: Published] = [:]
    /// Devices that have moved, by number.
    var moved: Set<Int> = []
    /// Devices that are to be looked at.
    var devices: Set<Identifier> = []
    /// Whether all are.
    var reviewsAll = false
    /// When all are to be looked at again.
    private(set) var nextReview: Timestamp?

    var hasWork: Bool { reviewsAll || !moved.isEmpty || !devices.isEmpty }
    var hasAny: Bool { hasWork || !published.isEmpty }

    /// All have been looked at.
    mutating func didReview(at now: Timestamp, every seconds: Double) {
        reviewsAll = false
        let pause = min(Self.pause, Seconds.milliseconds(seconds))
        nextReview = now.advanced(byMilliseconds: pause)
    }

    /// A device is gone.
    mutating func drop(_ device: Int, _ id: Identifier) {
        moved.remove(device)
        devices.remove(id)
        published[id] = nil
    }

    /// Whether what is known now has to be published, after what was.
    func isDue(_ new: Estimate, of device: Identifier, at now: Timestamp, every seconds: Double) -> Bool {
        guard let last = published[device] else { return true }
        let old = last.estimate
        guard old.itinerary == new.itinerary, old.stop == new.stop, old.isStale == new.isStale,
            old.isOnRoute == new.isOnRoute, old.via == new.via
        else { return true }
        guard old != new else { return false }
        return new.arrival.millisecondsSince(old.arrival).magnitude > Self.news.magnitude
            || now.millisecondsSince(last.at).magnitude >= Seconds.milliseconds(seconds).magnitude
    }
}

extension ItineraryOutput {
    /// Publishes when some of the devices that have moved will be at their stops.
    mutating func publishArrivals(_ tracker: borrowing Tracker, _ port: inout OutputPort) {
        if let next = arrivals.nextReview, next <= port.now { arrivals.reviewsAll = true }
        guard arrivals.hasWork, port.hasRoom else { return }
        if arrivals.reviewsAll || arrivals.nextReview == nil {
            arrivals.devices.formUnion(book.devices + arrivals.published.keys)
            arrivals.didReview(at: port.now, every: routing.every)
            wantAllLegs()
        }
        for number in arrivals.moved where tracker.engine.hasDevice(number) {
            let id = tracker.engine.deviceID(number)
            if book.has(id) { arrivals.devices.insert(id) }
        }
        arrivals.moved.removeAll(keepingCapacity: arrivals.moved.count <= 1024)
        for device in arrivals.devices.sorted().prefix(Arrivals.slice) {
            arrivals.devices.remove(device)
            publishArrival(of: device, tracker, &port)
        }
    }

    /// Devices head for no stop any more.
    ///
    /// Their topics are cleared together with what they have arrived by, and whether anything was published
    /// or not: then one commit has both, and a process that begins anew finds nothing left over.
    mutating func forgetArrivals(of devices: [Identifier]) {
        for device in devices {
            ways[device] = nil
            routes.drop(device)
            arrivals.published[device] = nil
        }
    }

    private mutating func publishArrival(
        of device: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        let entry = book.active(device)
        var found: Estimate?
        if let entry {
            if let number = tracker.engine.device(device),
                let (fix, time) = tracker.engine.lastFix(ofDevice: number)
            {
                lookForWay(entry, device, fix, at: time, now: port.now)
            }
            found = self.estimate(entry, plan(entry.itinerary), tracker)
        }
        guard let entry, var estimate = found else {
            ways[device] = nil
            routes.drop(device)
            if arrivals.published.removeValue(forKey: device) != nil { port.clear(port.topics.eta(device)) }
            return
        }
        estimate.isStale = port.now.millisecondsSince(estimate.time) > Arrivals.stale
        guard arrivals.isDue(estimate, of: device, at: port.now, every: routing.every) else { return }
        arrivals.published[device] = .init(estimate: estimate, at: port.now)
        port.publish(port.topics.eta(device), Reports.eta(estimate, book))
        map.note([entry.itinerary.id])
        publish(entry.itinerary.id, tracker, &port)
    }
}
