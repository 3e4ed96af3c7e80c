import GeofenceCore

/// The agent without its wires: messages and moments go in; what is to be kept and sent gathers in `journal`
/// and `outbox`.
///
/// One thread owns it. The loop commits what has gathered, and only then lets anything leave.
struct Agent: ~Copyable {
    private static let stamps = StampCheck(hasClock: true)

    /// What the agent believes.
    var tracker: Tracker
    /// What the input at hand has brought about; decisions and positions of earlier ones may gather in it.
    var effects = Effects()
    /// All that is published of it, or kept for them.
    var outputs: Outputs
    /// Settings, outbox and journal, which outputs share.
    var port: OutputPort
    /// Fences around the points near each device.
    var poiFences = POIFencePolicy()
    /// Fences that zones become.
    var zonePolicy = ZoneFencePolicy()
    /// Zones of visits of the past.
    var pastVisits = PastVisitsPolicy()
    /// Visits that are too old.
    var visitPurge = VisitPurgePolicy()
    /// What of the past can be read from the store.
    var past = PastReader()
    /// What has to be remembered of messages to read the next ones.
    var intake = Intake()
    /// What can be asked for.
    var requests = RequestKind.all
    /// What the service that knows addresses has said.
    var geocoder = Geocoder()
    /// Those who wait for what a server has to say.
    var lateAnswers = LateAnswers()
    /// What the other of two agents was to answer.
    var missed = MissedRequests()
    /// Those who wait for ways along roads.
    var routeWaiters: [RouteWaiter] = []
    /// An import of which not all parts are there.
    var partialImport: PartialImport?
    var decisions = DecisionLog()
    /// What commits with the next checkpoint, and whether there has to be one.
    var pending = PendingCheckpoint()

    /// Puts the parts together; `list` are the outputs, nil for all that there are.
    init(
        _ settings: AgentSettings,
        engine: consuming Engine,
        outbox: Outbox,
        outputs list: [any Output]? = nil
    ) {
        tracker = Tracker(engine)
        port = OutputPort(settings, outbox)
        outputs = list.map { Outputs($0, settings) } ?? Outputs(settings)
        geocoder.use(settings.geocoding)
        (effects.explains, effects.defersExplanations) = (true, true)
        effects.keepsTrack = outputs.interest.contains(.track)
    }

    /// Reads one message, and applies what it says.
    mutating func ingest(
        topic: UnsafeRawBufferPointer,
        payload: UnsafeRawBufferPointer,
        length: Int,
        packet: UInt16,
        isRetained: Bool,
        at now: Timestamp
    ) {
        let received = ReceivedMessage(
            topic: topic,
            payload: payload,
            length: length,
            packet: packet,
            isRetained: isRetained,
            arrival: now
        )
        do throws(Rejection) {
            port.now = now
            if outputs.interest.contains(.messages), outputs.mayRead(topic),
                let inputs = try outputs.receive(received, tracker, &port)
            {
                return followUp(inputs, at: now)
            }
            port.counters.received += 1
            _ = try received.whole()
            let (source, match) = try intake.source(of: topic, port.settings.sources)
            var reading = Reading()
            let isWhole = try read(
                payload,
                topic,
                source: source,
                match,
                packet: packet,
                isRetained: isRetained,
                at: now,
                into: &reading
            )
            guard isWhole else { return }
            var message = Message(topic, payload, source, match, packet, isRetained, now)
            if !reading.earlier.isEmpty {
                for earlier in reading.earlier { ingestEarlier(earlier, reading.device, &message) }
            }
            try ingest(&reading, &message)
        } catch {
            refuse(error, topic, payload)
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
    private mutating func ingestEarlier(_ earlier: Reading, _ device: Identifier?, _ message: inout Message) {
        var reading = earlier
        reading.device = earlier.device ?? device
        do throws(Rejection) {
            try ingest(&reading, &message)
        } catch {
            refuse(error, message.topic, message.payload)
        }
    }

    /// Applies a reading, which is `inout` so that nothing copies it, and stays as it is.
    private mutating func ingest(
        _ reading: inout Reading,
        _ message: inout Message
    ) throws(Rejection) {
        if port.settings.shard != nil, isOfOthers(message.match, reading.device) { return }
        let (topic, now) = (message.topic, message.arrival)
        let stamp = try stamp(reading, isRetained: message.isRetained, at: now)
        let hasOwnTime = stamp.verdict != .clamped && (reading.time != nil || reading.timeOfDay != nil)
        let mark =
            hasOwnTime && !tracker.marksStamped
            ? nil : Redelivery.Mark(packet: message.packet, topic: topic, payload: message.payload)
        let device = try admit(message.match, topic, reading, message.source)
        noteAttendance(of: device, message.source)
        if outputs.interest.contains(.addresses) {
            outputs.reported(device, message.source, on: topic, tracker, &port)
        }
        if let mark, message.isRepeat == nil { message.isRepeat = tracker.isRepeat(mark) }
        guard mark == nil || message.isRepeat != true else {
            port.counters.duplicates += 1
            return
        }
        guard !message.isRetained || !isKnownNetwork(reading, of: device) else {
            port.counters.duplicates += 1
            return noteReceived(mark)
        }
        if tracker.monitoring.stopsDevices, !isMonitored(device, mark) { return }
        for reason in reading.refused { port.counters.reject(reason) }
        count(stamp)
        let time = hasOwnTime ? stamp.time : moment(of: reading, device, at: now)
        let details = reading.battery == nil && reading.name == nil ? [] : note(reading, of: device, at: time)
        ingest(reading, at: time, now, device, message.source, mark)
        if !details.isEmpty { publish(details, of: device) }
    }

    /// Takes what came before, and has waited with its own time; the source may be gone.
    mutating func ingest(waited reading: Reading, _ device: Int, _ source: Int?, at now: Timestamp) {
        noteAttendance(of: device, source)
        guard isMonitored(device, nil) else { return }
        let stamp = Self.stamps.judge(reading.time ?? now, arrival: now)
        count(stamp)
        let isDated = stamp.verdict != .clamped
        let time = isDated ? stamp.time : moment(of: reading, device, at: now)
        ingest(reading, at: time, now, device, source, nil)
    }

    /// Whether what a broker has kept says nothing but the network that the device is known to have been on
    /// last: a broker of MQTT 3.1.1 hands it out anew with each connection, and it says nothing of now.
    private func isKnownNetwork(_ reading: Reading, of device: Int) -> Bool {
        guard let wifi = reading.wifi, reading.time == nil, reading.timeOfDay == nil else { return false }
        if let override = tracker.overrides[tracker.engine.deviceID(device)], override.wifi != nil {
            return wifi == override.own
        }
        return wifi == tracker.engine.report(device: device).wifi
    }

    private mutating func count(_ stamp: JudgedStamp) {
        if stamp.verdict == .clamped { port.counters.clamped += 1 }
        if stamp.verdict == .rolledOver { port.counters.rolledOver += 1 }
    }

    private mutating func ingest(
        _ reading: borrowing Reading,
        at time: Timestamp,
        _ now: Timestamp,
        _ device: Int,
        _ source: Int?,
        _ mark: Redelivery.Mark?
    ) {
        let filter = filter(of: device, source)
        let rest = source.flatMap { port.settings.sources[$0].rest }
        // What is made in a call is not copied for it.
        guard filter == nil, tracker.overrides.isEmpty else {
            return sift(reading.observation(at: time, arrival: now, rest), device, filter, mark)
        }
        apply(reading.observation(at: time, arrival: now, rest), device, mark)
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
    ///
    /// Mutating, since a call that is not would have all of the agent moved first.
    private mutating func moment(of reading: Reading, _ device: Int, at now: Timestamp) -> Timestamp {
        if port.settings.standby != nil {
            port.remark(
                "messages have no time of their own: the other agent gives them another, and their events other ids",
                of: "standby",
                isNotable: true
            )
        }
        return tracker.engine.moment(
            ofDevice: device,
            hasFix: reading.fix != nil,
            hasWiFi: reading.wifi != nil,
            arrival: now
        )
    }

    /// The device that a message is of; a new one is made known to the tracker.engine.
    private mutating func admit(
        _ match: TopicMatch,
        _ topic: UnsafeRawBufferPointer,
        _ reading: Reading,
        _ source: Int
    ) throws(Rejection) -> Int {
        switch match {
        case .none: throw .topic
        case .ambiguous: throw .ambiguous
        case .topic(let range): try admit(UnsafeRawBufferPointer(rebasing: topic[range]), source)
        case .scratch: try admit(intake.deviceName, source)
        case .payload: try admit(payloadsOwn: reading.device, source)
        }
    }

    private mutating func admit(payloadsOwn id: Identifier?, _ source: Int) throws(Rejection) -> Int {
        guard let id else { throw .missing }
        return try admitReported(id, by: source)
    }

    /// Notes that a device has been heard of, and by which source, where `limits` ask for that.
    mutating func noteAttendance(of device: Int, _ source: Int?) {
        if port.settings.forgetAfter != nil { intake.silences.hear(device) }
        if let source, port.settings.limits.devicesPerSource != nil, !intake.shares.has(device) {
            intake.shares.note(device, of: port.settings.sources[source].template.filter)
        }
    }

    /// The number of a device that a message is of: a new one only as far as `limits` let.
    mutating func admitReported(_ id: Identifier, by source: Int?) throws(Rejection) -> Int {
        if let known = tracker.engine.device(id) { return known }
        let limits = port.settings.limits
        guard tracker.engine.deviceCount < limits.devices, hasRoom(source),
            intake.admissions.admit(upTo: limits.newDevicesPerMinute, at: port.now)
        else { throw .limited }
        return admit(id)
    }

    /// Whether a source may make one more device known.
    private mutating func hasRoom(_ source: Int?) -> Bool {
        guard let source, let most = port.settings.limits.devicesPerSource else { return true }
        return intake.shares.count(of: port.settings.sources[source].template.filter) < most
    }

    /// The number of a device; that of a new one is journalled, so that it has the same after a restart.
    mutating func admit(_ id: Identifier) -> Int {
        if let known = tracker.engine.device(id) { return known }
        port.journal.append(.admission(id))
        if tracker.redelivery.mayBeNewcomer(id) { perform(.newcomer(id)) }
        return tracker.admit(id)
    }

    private mutating func admit(_ name: [UInt8], _ source: Int) throws(Rejection) -> Int {
        if let known = name.withUnsafeBytes({ tracker.engine.device($0) }) { return known }
        return try admitNew(String(validating: name, as: UTF8.self), source)
    }

    private mutating func admit(
        _ name: UnsafeRawBufferPointer,
        _ source: Int
    ) throws(Rejection) -> Int {
        if let known = tracker.number(of: name) { return known }
        return try admitNew(String(validating: name, as: UTF8.self), source)
    }

    private mutating func admitNew(_ name: String?, _ source: Int) throws(Rejection) -> Int {
        guard let name, let id = try? Identifier(name) else { throw .id }
        return try admitReported(id, by: source)
    }

    private mutating func refuse(
        _ reason: Rejection,
        _ topic: UnsafeRawBufferPointer,
        _ payload: UnsafeRawBufferPointer
    ) {
        port.counters.reject(reason)
        intake.refuse(reason, topic, payload)
    }

    /// Applies what a device has reported, and publishes what that brings about.
    mutating func apply(
        _ observation: borrowing Observation,
        _ device: Int,
        _ mark: Redelivery.Mark?
    ) {
        let isAlone = !tracker.isChangingFences
        let outcome = tracker.judge(observation, of: device, mark, &effects)
        port.counters.note(outcome)
        if outcome.implausible || port.isVerbose { remark(outcome, observation, device) }
        noteDecisions(atLeast: Self.mostGathered)
        guard outcome.isChange else { return }
        tracker.write(observation, of: device, mark, to: &port.journal)
        if isAlone, tracker.engine.wasUneventful, isOfNoConcern(observation, of: device) {
            assert(effects.contents.subtracting(.track).isEmpty && effects.released.isEmpty)
            return keepTrack(atLeast: Self.mostGathered)
        }
        if outcome.accepted { effects.accepted.append(device) }
        followUp(at: observation.arrival)
    }

    /// Whether nothing follows from a position that has changed nothing, as from most.
    private mutating func isOfNoConcern(_ observation: borrowing Observation, of device: Int) -> Bool {
        guard port.settings.pois?.settings.hasRegions != true || isAmongSamePoints(observation, device) else {
            return false
        }
        switch outputs.attention(to: observation, of: device, &port) {
        case .none: return true
        case .later:
            outputs.noteMove(of: device)
            return true
        case .now: return false
        }
    }

    /// Has the outputs publish what has been brought about; then come the fences that zones are.
    mutating func deliver(at now: Timestamp) {
        noteDecisions(atLeast: Self.mostGathered)
        if port.isVerbose { remarkEvents() }
        let contents = effects.contents
        port.now = now
        if !contents.isEmpty, outputs.areConcerned(contents, effects, at: now) {
            outputs.publish(contents, effects, tracker, &port)
        }
        guard !effects.zones.isEmpty else { return effects.removeAllButDecisions() }
        let zones = Set(effects.zones)
        effects.removeAllButDecisions()
        learnFences(of: zones, at: now)
    }
}
