import GeofenceCore

/// Takes the engine through tracks and gives what it would have published, as JSON lines.
///
/// A device's timers run before each of its entries, and for all devices at the end, up to the newest time in
/// the tracks: what is said of one device depends on its own entries alone, as it does live, also where they
/// come late. The lines are then put into the order of their moments, so that the timers of all devices stand
/// where they were due.
struct Replay: ~Copyable {
    /// Output of one moment.
    private struct Piece {
        let place: Place
        let lines: [UInt8]
    }

    /// Where a piece stands among the others.
    private struct Place: Comparable {
        var moment: Timestamp
        /// Timers that are due at a moment come before what is observed at it, device by device in the order
        /// in which they came.
        var isObserved: Bool
        var device: Int

        static let first = Place(moment: .distantPast, isObserved: false, device: 0)

        static func < (a: Place, b: Place) -> Bool {
            if a.moment != b.moment { return a.moment < b.moment }
            if a.isObserved != b.isObserved { return b.isObserved }
            return a.device < b.device
        }
    }

    private var tracker: Tracker
    private let filter: (Identifier) -> FixFilter?
    private let points: Points?
    private var poiFences = POIFencePolicy()
    private var nearestPoints = NearestPoints()
    /// By device.
    private var filters: [FixFilter?] = []
    private let includesStatus: Bool
    private let explains: Bool
    private let additions: EventAdditions
    private var effects = Effects()
    private var pieces: [Piece] = []
    /// By device: the place of its newest piece.
    ///
    /// No later one stands before it.
    private var places: [Place] = []
    private var newest: Timestamp?

    /// Points of interest, and the rules of the fences around them.
    struct Points {
        let pois: PointsOfInterest
        let rules: Rules
    }

    /// Takes an engine, and says which fixes of a device are left out.
    init(
        engine: consuming Engine,
        includesStatus: Bool = false,
        explains: Bool = false,
        points: Points? = nil,
        additions: EventAdditions = EventAdditions(),
        filter: @escaping (Identifier) -> FixFilter? = { _ in nil }
    ) {
        tracker = Tracker(engine)
        self.points = points
        self.filter = filter
        self.includesStatus = includesStatus
        self.explains = explains
        self.additions = additions
        effects.explains = explains
    }

    /// Takes an entry.
    mutating func play(_ entry: TrackEntry) {
        let time = entry.observation.time
        let device = tracker.admit(entry.device)
        newest = max(newest ?? time, time)
        // What was stamped before it arrived comes before the timers of that moment.
        let isLive = time == entry.observation.arrival
        runTimers(of: device, upTo: isLive ? time : entry.observation.arrival.advanced(byMilliseconds: -1))
        if let observation = withoutFiltered(entry.observation, device) {
            _ = tracker.observe(observation, of: device, nil, &effects)
        }
        keepEffects(of: device, at: time, isObserved: true)
    }

    /// What is left of an observation without a fix that says little new; nil where that is nothing.
    private mutating func withoutFiltered(_ observation: Observation, _ device: Int) -> Observation? {
        while filters.count < tracker.engine.deviceLimit {
            filters.append(filter(tracker.engine.deviceID(filters.count)))
        }
        return filters[device].map { tracker.engine.rest(of: observation, device: device, without: $0) }
            ?? observation
    }

    /// Runs what is due up to the newest entry, and gives all lines, each with its line feed.
    mutating func finish() -> [UInt8] {
        if let newest {
            for device in tracker.engine.deviceNumbers {
                tracker.flush(device, &effects)
                if !effects.isEmpty { keepEffects(of: device, at: newest, isObserved: true) }
                runTimers(of: device, upTo: newest)
            }
        }
        let order = pieces.indices.sorted { (pieces[$0].place, $0) < (pieces[$1].place, $1) }
        return order.flatMap { pieces[$0].lines }
    }

    private mutating func runTimers(of device: Int, upTo time: Timestamp) {
        while let due = tracker.engine.nextDeadline(ofDevice: device), due <= time,
            tracker.advance(device, to: due, &effects)
        {
            keepEffects(of: device, at: due, isObserved: false)
        }
    }

    /// What has happened, and then what comes of the fences around the points that are the nearest now.
    private mutating func keepEffects(of device: Int, at time: Timestamp, isObserved: Bool) {
        let place = Place(moment: time, isObserved: isObserved, device: isObserved ? 0 : device)
        keepPiece(of: device, at: place)
        guard let points else { return }
        let change = poiFences.change(
            for: device,
            tracker,
            points.pois,
            &nearestPoints,
            rules: points.rules
        )
        guard let change else { return }
        _ = tracker.apply(.assignment(change), &effects)
        keepPiece(of: device, at: place)
    }

    private mutating func keepPiece(of device: Int, at place: Place) {
        while places.count < tracker.engine.deviceLimit { places.append(.first) }
        places[device] = max(places[device], place)
        guard !effects.isEmpty else { return }
        // A fence that goes with a device brings news of others, which follow what was said of them before.
        let touched = devices()
        let place = touched.reduce(places[device]) { max($0, places[$1]) }
        for other in touched { places[other] = place }
        // Of most positions there is nothing to print: pieces without a line would fill the memory.
        let lines = lines()
        if !lines.isEmpty { pieces.append(Piece(place: place, lines: lines)) }
        effects.removeAll()
    }

    /// Of whom something is reported.
    private func devices() -> Set<Int> {
        var devices = Set(effects.statuses.map(\.device))
        devices.formUnion(effects.groups.map(\.device))
        for event in effects.events {
            if let device = tracker.engine.device(event.device) { devices.insert(device) }
        }
        for visit in effects.visits {
            if let device = tracker.engine.device(visit.device) { devices.insert(device) }
        }
        return devices
    }

    private func lines() -> [UInt8] {
        var lines: [UInt8] = []
        for decision in effects.decisions {
            guard let fence = tracker.engine.fence(decision.fence)?.id else { continue }
            let device = tracker.engine.deviceID(decision.device)
            lines += Reports.explanation(decision, device, fence) + [UInt8(ascii: "\n")]
        }
        if includesStatus { lines += statuses() }
        for event in effects.events { lines += Reports.event(event, additions) + [UInt8(ascii: "\n")] }
        for visit in effects.visits {
            lines += Reports.visit(visit, in: tracker.engine.zone(of: visit)) + [UInt8(ascii: "\n")]
        }
        return lines
    }

    /// What has a status topic and changed, each once, as it is now.
    private func statuses() -> [UInt8] {
        var lines: [UInt8] = []
        var reported: Set<Effects.Pair> = []
        for pair in effects.statuses where tracker.engine.isReported(pair) && reported.insert(pair).inserted {
            guard let fence = tracker.engine.fence(pair.fence),
                let report = tracker.engine.status(device: pair.device, fence: pair.fence)
            else { continue }
            let device = tracker.engine.deviceID(pair.device)
            lines +=
                Reports.statusLine(
                    report,
                    device,
                    fence.id,
                    properties: additions.published(fence.properties)
                ) + [UInt8(ascii: "\n")]
        }
        for pair in Set(effects.groups).sorted(by: { ($0.group, $0.device) < ($1.group, $1.device) }) {
            guard tracker.engine.isReported(pair),
                let report = tracker.engine.report(device: pair.device, group: pair.group)
            else {
                continue
            }
            let device = tracker.engine.deviceID(pair.device)
            lines += Reports.groupLine(report, device, pair.group) + [UInt8(ascii: "\n")]
        }
        return lines
    }
}
