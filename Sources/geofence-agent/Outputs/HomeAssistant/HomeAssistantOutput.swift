import GeofenceCore

/// What is announced to Home Assistant of devices and fences, so that it makes entities for them by itself.
///
/// Many devices at once are announced no faster than the broker takes them, behind all else.
struct HomeAssistantOutput: Output {
    let name = "home-assistant"
    private(set) var interest: Interest = []
    private(set) var filters: [String] = []
    /// Devices and fences at most that are looked at in one turn for what is new.
    var looksPerTurn = 64

    private(set) var settings = HomeAssistantSettings()
    /// What was announced.
    var records = DiscoveryRecords()
    /// What has to be looked at.
    var pending = DiscoveryQueue()
    /// Whether all of it has: at a start, and when fences or the configuration have changed.
    var wantsReview = true
    /// By device: whether it is announced with a position, or waits for that; positions add nothing else.
    var isComplete: [Bool] = []
    /// By device: whether it has said how fast it is.
    var isFast: [Bool] = []
    /// The payloads of places that were published last.
    var places: [Identifier: [UInt8]] = [:]
    /// When Home Assistant, which has started, is to be sent again what there is.
    var nextWork: Timestamp?
    /// What a subject's retained topics say, while they are published again.
    var repeated: Repeated?

    struct Repeated {
        let subject: DiscoverySubject
        let record: DiscoveryRecord
        let messages: [String: [UInt8]]
    }

    mutating func use(_ settings: AgentSettings) {
        self.settings = settings.homeAssistant
        let isOn = self.settings.discovery
        interest = isOn ? [.positions, .transitions, .fences, .places, .messages] : []
        filters = isOn ? [self.settings.statusTopic] : []
        wantsReview = true
    }

    /// Now for the first position and the first speed, else nothing.
    func attention(
        to observation: borrowing Observation,
        of device: Int,
        _ port: inout OutputPort
    ) -> Attention {
        guard device < isComplete.count, device < isFast.count, isComplete[device] else { return .now }
        return !isFast[device] && observation.fix?.speed != nil ? .now : .none
    }

    /// Looks for what is new to Home Assistant, and publishes the places of devices whose statuses changed.
    mutating func publish(_ effects: Effects, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        for device in effects.accepted { look(at: device, tracker, &port) }
        let isMany = effects.statuses.count > Self.mostAtOnce
        if !isMany, !tracker.engine.reportsAll { lookAtPairs(effects, tracker) }
        lookAtFences(effects, tracker, &port)
        for event in effects.visits {
            promise(sensor: DiscoveryConfig.DeviceKey.visit, of: event.device, tracker, &port)
        }
        guard !isMany else {
            let devices = devicesElsewhere(effects, tracker) + effects.groups.map(\.device)
            for device in devices { pending.add(.device(tracker.engine.deviceID(device))) }
            return
        }
        publishPlaces(effects, tracker, &port)
    }

    private mutating func lookAtFences(
        _ effects: Effects,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        if effects.hasOtherFences { wantsReview = true }
        for fence in effects.newFences where tracker.engine.fence(fence).map(hasEntities) != false {
            if tracker.engine.reportsAll { look(at: fence) } else { takeBackEarlier(fence, tracker, &port) }
        }
        for slot in effects.occupancy.lazy.map(\.fence).distinct() {
            guard let fence = tracker.engine.fence(slot), hasEntities(fence) else { continue }
            if !tracker.engine.reportsAll { promise(fence.id, tracker, &port) }
            look(at: fence.id)
        }
    }

    /// A status may be the first of its device, and of its fence or group.
    private mutating func lookAtPairs(_ effects: Effects, _ tracker: borrowing Tracker) {
        for pair in effects.statuses where tracker.engine.isReported(pair) { look(at: pair, tracker) }
        for pair in effects.groups where tracker.engine.isReported(pair) {
            look(at: tracker.engine.deviceID(pair.device), DiscoveryConfig.DeviceKey.group(pair.group))
        }
    }

    /// Statuses up to which the places of their devices are published in the same turn: of a change of fences
    /// that concerns a hundred thousand devices they wait for their turn.
    private static let mostAtOnce = 1000
}

// MARK: - What may be new

extension HomeAssistantOutput {
    /// A device has said the level of its battery, or what it calls itself.
    mutating func detailChanged(
        _ detail: DeviceDetail,
        of device: Int,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        guard settings.discovery else { return }
        let id = tracker.engine.deviceID(device)
        switch detail {
        case .battery: look(at: id, DiscoveryConfig.DeviceKey.battery)
        case .name: pending.add(.device(id))
        }
    }

    private mutating func look(at device: Int, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        while isComplete.count <= device { isComplete.append(false) }
        if !isComplete[device] { lookForPosition(of: device, tracker) }
        while isFast.count <= device { isFast.append(false) }
        if !isFast[device], tracker.engine.lastFix(ofDevice: device)?.fix.speed != nil {
            isFast[device] = true
            let id = tracker.engine.deviceID(device)
            promise(sensor: DiscoveryConfig.DeviceKey.speed, of: id, tracker, &port)
        }
    }

    /// Has positions looked at again for what a device is not announced with: it may have been taken back, or
    /// stopped while it waited.
    mutating func lookAgain(at device: Int, where record: DiscoveryRecord?) {
        if device < isComplete.count, record?.has(DiscoveryConfig.DeviceKey.fixTime) != true {
            isComplete[device] = false
        }
        if device < isFast.count, record?.has(DiscoveryConfig.DeviceKey.speed) != true {
            isFast[device] = false
        }
    }

    private mutating func lookForPosition(of device: Int, _ tracker: borrowing Tracker) {
        let subject = DiscoverySubject.device(tracker.engine.deviceID(device))
        let hasFix = tracker.engine.hasFix(device)
        let isAnnounced = records.has(DiscoveryConfig.DeviceKey.fixTime, of: subject)
        isComplete[device] = hasFix || isAnnounced
        if !isAnnounced, hasFix || !records.contains(subject) { pending.add(subject) }
    }

    private mutating func look(at pair: Effects.Pair, _ tracker: borrowing Tracker) {
        guard let fence = tracker.engine.fence(pair.fence), hasEntities(fence) else { return }
        look(at: tracker.engine.deviceID(pair.device), DiscoveryConfig.DeviceKey.fence(fence.id))
    }

    private mutating func look(at device: Identifier, _ key: @autoclosure () -> String) {
        let subject = DiscoverySubject.device(device)
        if !records.has(key(), of: subject) { pending.add(subject) }
    }

    private mutating func look(at fence: Identifier) {
        if !records.hasParts(of: .fence(fence)) { pending.add(.fence(fence)) }
    }
}

// MARK: - Home Assistant's start

extension HomeAssistantOutput {
    /// Milliseconds after its start at most; others that tell it something wait for other times.
    private static let longestPause: Int64 = 5000
    /// Milliseconds for each that there is to announce.
    private static let pauseEach: Int64 = 20

    func mayRead(_ topic: UnsafeRawBufferPointer) -> Bool {
        topic.count == settings.statusTopic.utf8.count
    }

    /// What Home Assistant says of itself: once it has started it needs what there is published again.
    ///
    /// What the broker has kept speaks of an earlier start.
    mutating func receive(
        _ message: ReceivedMessage,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) throws(Rejection) -> [Input]? {
        guard message.topic.elementsEqual(settings.statusTopic.utf8) else { return nil }
        guard !message.isRetained, message.payload.elementsEqual("online".utf8) else { return [] }
        let most = min(Self.longestPause, Int64(records.count) * Self.pauseEach)
        nextWork = message.arrival.advanced(byMilliseconds: Int64.random(in: 0...most))
        port.remark("Home Assistant has started", of: settings.statusTopic)
        return []
    }
}

// MARK: - Memory beyond the process

extension HomeAssistantOutput {
    var checkpoint: [UInt8]? { records.checkpoint }

    mutating func didCheckpoint() { records.didCheckpoint() }

    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes) { try records.restore(bytes) }

    func notes(of device: Identifier) -> [[UInt8]] {
        records[.device(device)].map { [DiscoveryRecords.note(.device(device), $0)] } ?? []
    }

    mutating func recall(_ note: [UInt8]) throws(DamagedBytes) { try records.recall(note) }
}
