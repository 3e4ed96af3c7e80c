import GeofenceCore

/// The agent without its wires: messages and moments go in; what is to be kept and sent gathers in `journal` and `outbox`.
///
/// One thread owns it. The loop commits what has gathered, and only then lets anything leave.
struct Agent {
    private static let stamps = StampCheck(hasClock: true)

    var setup: AgentSettings
    /// What the agent believes.
    var tracker: Tracker
    var outbox: Outbox
    var counters = Counters()
    /// The inputs that the store's last checkpoint doesn't have.
    var journal = Journal()
    var throttle: PublishThrottle
    var effects = Effects()
    /// An import of which not all parts are there.
    var partialImport: PartialImport?
    /// What devices said last of their network whose own is set by hand, as far as it was heard since the start.
    var ownNetworks: [Identifier: WiFiReport] = [:]
    /// Ids of devices that the store is to forget with the next checkpoint.
    var forgotten: [[UInt8]] = []
    /// Whether the store's history has a device, which may never have been heard of.
    var hasPast: (Identifier) throws(StoreFailure) -> Bool = { _ in false }
    /// Whether the next commit has to be a checkpoint.
    var wantsSetup = false
    var announcements = DiscoveryRecords()
    /// Devices that report as the OwnTracks apps do.
    var phones = Phones()
    /// Devices whose zones have yet to become fences, since the configuration wants that from now on.
    var pendingZoneFences: [Identifier] = []
    /// Devices of whose imported visits zones have yet to be learnt.
    var pendingPastVisits: [Identifier] = []
    /// The day, in days since 1970, on which old visits were last looked for.
    var purgedDay: Int64?
    /// Devices whose old visits have yet to be looked for: those of the numbers below.
    var unpurged = 0
    var decisions = DecisionLog()
    /// What was told of the points of interest near each device.
    var nearby: [Identifier: NearbyRecord] = [:]
    /// Fences around the points near each device.
    var poiFences = POIFencePolicy()
    /// The fingerprint of the points that what is in the store was told by; empty for none.
    var keptPoints = ""
    /// Refusals that the log has not told yet; not all, where many come at once.
    var refusals: [Refusal] = []
    /// Whether the store has the fences that journals are to be read with.
    var isKept = false
    /// Where a device's name is put together.
    private(set) var deviceName: [UInt8] = []
    /// What comes one value a topic, until it says something.
    var streamed = StreamedReports()
    /// What waits to be kept of the past.
    var history: HistoryRecorder

    /// A message that was refused, and why.
    struct Refusal {
        var reason: Rejection
        var topic: String
    }

    init(_ setup: AgentSettings, engine: Engine, outbox: Outbox) {
        self.setup = setup
        tracker = Tracker(engine)
        self.outbox = outbox
        throttle = PublishThrottle(interval: setup.deviceEvery)
        history = HistoryRecorder(setup.history)
        effects.explains = true
        effects.keepsPositions = history.keepsPositions
    }

    /// Takes one message.
    mutating func take(
        topic: UnsafeRawBufferPointer,
        payload: UnsafeRawBufferPointer,
        length: Int,
        packet: UInt16,
        isRetained: Bool,
        at now: Timestamp
    ) {
        counters.received += 1
        do throws(Rejection) {
            guard length == payload.count else { throw .size }
            if setup.owntracks.waypoints,
                try takeWaypoints(topic, payload, isRetained: isRetained, at: now)
            {
                return
            }
            let (source, match) = try source(of: topic)
            let reading = try read(
                payload,
                topic,
                source: source,
                match,
                packet: packet,
                isRetained: isRetained,
                at: now
            )
            guard let reading else { return }
            var message = Message(topic, payload, source, match, packet, isRetained, now)
            for earlier in reading.earlier { takeEarlier(earlier, reading.device, &message) }
            try take(reading, &message)
        } catch {
            refuse(error, topic)
        }
    }

    /// A message while what it says is taken.
    private struct Message {
        let topic, payload: UnsafeRawBufferPointer
        let source: Int
        let match: TopicMatch
        let packet: UInt16
        let isRetained: Bool
        let arrival: Timestamp
        /// Whether the broker has sent it before; nil where nothing has depended on that yet.
        var isRepeat: Bool?

        init(
            _ topic: UnsafeRawBufferPointer,
            _ payload: UnsafeRawBufferPointer,
            _ source: Int,
            _ match: TopicMatch,
            _ packet: UInt16,
            _ isRetained: Bool,
            _ arrival: Timestamp
        ) {
            (self.topic, self.payload, self.source, self.match) = (topic, payload, source, match)
            (self.packet, self.isRetained, self.arrival) = (packet, isRetained, arrival)
        }
    }

    /// Takes one of several that a message says; a bad one is counted and spoils none of the others.
    private mutating func takeEarlier(_ earlier: Reading, _ device: Identifier?, _ message: inout Message) {
        var reading = earlier
        reading.device = device
        do throws(Rejection) {
            try take(reading, &message)
        } catch {
            refuse(error, message.topic)
        }
    }

    private mutating func take(_ reading: Reading, _ message: inout Message) throws(Rejection) {
        let (topic, now) = (message.topic, message.arrival)
        let stamp = try stamp(reading, isRetained: message.isRetained, at: now)
        let hasOwnTime = stamp.verdict != .clamped && (reading.time != nil || reading.timeOfDay != nil)
        let mark =
            hasOwnTime ? nil : Redelivery.Mark(packet: message.packet, topic: topic, payload: message.payload)
        let device = try admit(message.match, topic, reading)
        hear(device, message.source, on: topic)
        if let mark, message.isRepeat == nil { message.isRepeat = tracker.isRepeat(mark) }
        guard mark == nil || message.isRepeat != true else {
            counters.duplicates += 1
            return
        }
        count(stamp)
        let time = hasOwnTime ? stamp.time : moment(of: reading, device, at: now)
        let observation = Observation(time: time, arrival: now, fix: reading.fix, wifi: reading.wifi)
        take(observation, device, message.source, mark)
    }

    /// Takes what came before, and has waited with its own time; the source may be gone.
    mutating func take(waited reading: Reading, _ device: Int, _ source: Int?, at now: Timestamp) {
        let stamp = Self.stamps.judge(reading.time ?? now, arrival: now)
        count(stamp)
        let isDated = stamp.verdict != .clamped
        let time = isDated ? stamp.time : moment(of: reading, device, at: now)
        let observation = Observation(time: time, arrival: now, fix: reading.fix, wifi: reading.wifi)
        take(observation, device, source, nil)
    }

    private mutating func count(_ stamp: JudgedStamp) {
        if stamp.verdict == .clamped { counters.clamped += 1 }
        if stamp.verdict == .rolledOver { counters.rolledOver += 1 }
    }

    private mutating func take(
        _ observation: Observation,
        _ device: Int,
        _ source: Int?,
        _ mark: Redelivery.Mark?
    ) {
        guard let rest = withoutOverridden(observation, device) else {
            counters.overridden += 1
            return
        }
        guard let news = withoutFiltered(rest, device, source) else {
            counters.filtered += 1
            tracker.remember(mark)
            return
        }
        apply(news, device, mark)
    }

    /// The source whose filter a topic fits, and where the name of the device is.
    private mutating func source(of topic: UnsafeRawBufferPointer) throws(Rejection) -> (Int, TopicMatch) {
        for index in setup.sources.indices {
            let match = setup.sources[index].template.match(topic, into: &deviceName)
            if match != .none { return (index, match) }
        }
        throw .topic
    }

    /// The time of a reading, in order with its arrival, and what became of the one it says.
    private func stamp(
        _ reading: Reading,
        isRetained: Bool,
        at now: Timestamp
    ) throws(Rejection) -> JudgedStamp {
        guard let time = reading.time else {
            // What a broker has kept says where a device was, not when.
            guard !isRetained || reading.fix == nil else { throw .time }
            return JudgedStamp(time: reading.moment(before: now) ?? now, verdict: .asIs)
        }
        return Self.stamps.judge(time, arrival: now)
    }

    /// A moment for a reading without a time of its own.
    private func moment(of reading: Reading, _ device: Int, at now: Timestamp) -> Timestamp {
        engine.moment(
            ofDevice: device,
            hasFix: reading.fix != nil,
            hasWiFi: reading.wifi != nil,
            arrival: now
        )
    }

    /// The device that a message is of; a new one is made known to the engine.
    private mutating func admit(
        _ match: TopicMatch,
        _ topic: UnsafeRawBufferPointer,
        _ reading: Reading
    ) throws(Rejection) -> Int {
        switch match {
        case .none: throw .topic
        case .topic(let range): try admit(UnsafeRawBufferPointer(rebasing: topic[range]))
        case .scratch: try admit(deviceName)
        case .payload: try admit(payloadsOwn: reading.device)
        }
    }

    private mutating func admit(payloadsOwn id: Identifier?) throws(Rejection) -> Int {
        guard let id else { throw .missing }
        return admit(id)
    }

    /// The number of a device; that of a new one is journalled, so that it has the same after a restart.
    mutating func admit(_ id: Identifier) -> Int {
        if let known = engine.device(id) { return known }
        journal.append(.admission(id))
        return tracker.admit(id)
    }

    private mutating func admit(_ name: [UInt8]) throws(Rejection) -> Int {
        if let known = name.withUnsafeBytes({ engine.device($0) }) { return known }
        return try admitNew(String(validating: name, as: UTF8.self))
    }

    private mutating func admit(_ name: UnsafeRawBufferPointer) throws(Rejection) -> Int {
        if let known = engine.device(name) { return known }
        return try admitNew(String(validating: name, as: UTF8.self))
    }

    private mutating func admitNew(_ name: String?) throws(Rejection) -> Int {
        guard let name, let id = try? Identifier(name) else { throw .id }
        return admit(id)
    }

    private mutating func refuse(_ reason: Rejection, _ topic: UnsafeRawBufferPointer) {
        counters.reject(reason)
        guard refusals.count < 8 else { return }
        refusals.append(.init(reason: reason, topic: String(decoding: topic, as: UTF8.self)))
    }

    /// Keeps how decisions came about, for those who ask.
    mutating func noteDecisions() {
        guard !effects.decisions.isEmpty else { return }
        decisions.note(effects.decisions)
        effects.decisions.removeAll(keepingCapacity: true)
    }

    /// Forgets the decisions about fences that are to go, whose slots others may get.
    mutating func forgetDecisions(of fences: some Sequence<Identifier>) {
        decisions.drop(fences: Set(fences.compactMap { engine.slot(of: $0) }))
    }

    /// The devices that may have a new position: one whose message was accepted, and those whose held ones were.
    private func devicesMoved(by outcome: Outcome, _ device: Int) -> [Int] {
        let released = effects.released.lazy.filter(\.outcome.accepted).map(\.device)
        return Set(outcome.accepted ? [device] + released : Array(released)).sorted()
    }

    private mutating func apply(_ observation: Observation, _ device: Int, _ mark: Redelivery.Mark?) {
        let hadFix = engine.hasFix(device)
        let outcome = tracker.observe(observation, of: device, mark, &effects)
        counters.note(outcome)
        noteDecisions()
        guard engine.isChanged(by: outcome) else { return }
        journal.append(observation, of: engine.deviceID(device), mark)
        let moved = setup.pois == nil ? [] : devicesMoved(by: outcome, device)
        let told = followUp(moved, at: observation.arrival)
        guard outcome.accepted, !told.contains(device) else { return }
        let isFirst = !hadFix && engine.hasFix(device)
        if throttle.mayPublish(device, at: observation.arrival) || isFirst {
            enqueueDevice(device, at: observation.arrival)
        }
    }
}
