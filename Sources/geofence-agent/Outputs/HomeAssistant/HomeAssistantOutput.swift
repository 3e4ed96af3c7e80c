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
    private(set) var records: [DiscoverySubject: DiscoveryRecord] = [:] {
        didSet { isUnsaved = true }
    }
    /// Whether the store's last checkpoint hasn't what stands in `records`.
    private var isUnsaved = false
    /// What has to be looked at.
    private var pending = DiscoveryQueue()
    /// Whether all of it has: at a start, and when fences or the configuration have changed.
    private var wantsReview = true
    /// By device: whether it was announced with a position, which is all that positions can add to it.
    private var isComplete: [Bool] = []
    /// By device: whether it has said how fast it is.
    private var isFast: [Bool] = []
    /// The payloads of places that were published last.
    var places: [Identifier: [UInt8]] = [:]
    /// When Home Assistant, which has started, is to be sent again what there is.
    private(set) var nextWork: Timestamp?
    /// The fences that a device had for itself, while it is being forgotten.
    private var assigned: [Identifier] = []
    /// What a subject's retained topics say, while they are published again.
    private var repeated: Repeated?

    private struct Repeated {
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

    /// Looks for what is new to Home Assistant, and publishes the places of devices whose statuses changed.
    mutating func publish(_ effects: Effects, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        for device in effects.accepted { look(at: device, tracker) }
        if effects.hasOtherFences { wantsReview = true }
        if tracker.engine.reportsAll {
            for fence in effects.newFences { look(at: fence) }
        } else {
            for fence in effects.newFences { takeBackEarlier(fence, tracker, &port) }
            for pair in effects.statuses where tracker.engine.isReported(pair) { look(at: pair, tracker) }
            for pair in effects.groups where tracker.engine.isReported(pair) {
                look(at: tracker.engine.deviceID(pair.device), DiscoveryConfig.DeviceKey.group(pair.group))
            }
        }
        for change in effects.occupancy {
            guard let fence = tracker.engine.fence(change.fence)?.id else { continue }
            if !tracker.engine.reportsAll { promise(fence, tracker, &port) }
            look(at: fence)
        }
        for event in effects.visits { look(at: event.device, DiscoveryConfig.DeviceKey.visit) }
        publishPlaces(effects, tracker, &port)
    }
}

// MARK: - What may be new

extension HomeAssistantOutput {
    private mutating func look(at device: Int, _ tracker: borrowing Tracker) {
        while isComplete.count <= device { isComplete.append(false) }
        if !isComplete[device] { lookForPosition(of: device, tracker) }
        while isFast.count <= device { isFast.append(false) }
        if !isFast[device], tracker.engine.lastFix(ofDevice: device)?.fix.speed != nil {
            isFast[device] = true
            look(at: tracker.engine.deviceID(device), DiscoveryConfig.DeviceKey.speed)
        }
    }

    private mutating func lookForPosition(of device: Int, _ tracker: borrowing Tracker) {
        let subject = DiscoverySubject.device(tracker.engine.deviceID(device))
        let record = records[subject]
        isComplete[device] = record?.has(DiscoveryConfig.DeviceKey.fixTime) ?? false
        if record == nil || tracker.engine.hasFix(device), !isComplete[device] { pending.add(subject) }
    }

    /// A status may be the first of its device and fence.
    private mutating func look(at pair: Effects.Pair, _ tracker: borrowing Tracker) {
        guard let fence = tracker.engine.fence(pair.fence)?.id else { return }
        look(at: tracker.engine.deviceID(pair.device), DiscoveryConfig.DeviceKey.fence(fence))
    }

    private mutating func look(at device: Identifier, _ key: @autoclosure () -> String) {
        let subject = DiscoverySubject.device(device)
        if records[subject]?.has(key()) != true { pending.add(subject) }
    }

    private mutating func look(at fence: Identifier) {
        if records[.fence(fence)]?.parts.isEmpty ?? true { pending.add(.fence(fence)) }
    }

    /// Keeps at once that a fence is to be announced: that somebody was inside, nothing else may know later.
    private mutating func promise(
        _ fence: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        let subject = DiscoverySubject.fence(fence)
        guard records[subject] == nil, let new = config(of: subject, tracker, port.settings) else { return }
        let record = DiscoveryRecord(id: new.id, form: form, parts: [], fingerprint: "")
        records[subject] = record
        port.note(Self.note(subject, record), of: self)
    }

    /// Takes a fence back that went, and is there again before that was looked at: nobody has been inside of
    /// this one.
    ///
    /// One that goes with a device comes again when another device is forgotten, and stays announced.
    private mutating func takeBackEarlier(
        _ fence: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        guard let slot = tracker.engine.slot(of: fence), tracker.engine.fence(slot)?.follows == nil else {
            return
        }
        takeBack(fence, &port)
    }

    private mutating func takeBack(_ fence: Identifier, _ port: inout OutputPort) {
        let subject = DiscoverySubject.fence(fence)
        guard let old = records[subject] else { return }
        publish(DiscoveryChange(from: old, to: nil, form, at: port.now), of: subject, instead: old, &port)
    }

    /// Has all looked at: what was announced, and what there is.
    private mutating func review(_ tracker: borrowing Tracker) {
        wantsReview = false
        if settings.discovery { pending.add(.agent) }
        for subject in records.keys.sorted() { pending.add(subject) }
        guard settings.discovery else { return }
        for fence in tracker.engine.reportedFences { pending.add(.fence(fence)) }
        for device in tracker.engine.deviceNumbers { pending.add(.device(tracker.engine.deviceID(device))) }
    }
}

// MARK: - Announcing

extension HomeAssistantOutput {
    func hasWork(_ port: borrowing OutputPort) -> Bool { (wantsReview || !pending.isEmpty) && port.hasRoom }

    mutating func work(_ tracker: borrowing Tracker, _ port: inout OutputPort) {
        if let due = nextWork, due <= port.now {
            nextWork = nil
            port.refresh(self)
        }
        guard hasWork(port) else { return }
        if wantsReview { review(tracker) }
        var looks = looksPerTurn
        while looks > 0, port.hasRoom, let subject = pending.next() {
            announce(subject, tracker, &port)
            looks -= 1
        }
    }

    private mutating func announce(
        _ subject: DiscoverySubject,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        let old = records[subject]
        let new = config(of: subject, tracker, port.settings)
        let form = new?.form(form, after: old) ?? form
        let change = DiscoveryChange(from: old, to: new, form, at: port.now)
        publish(change, of: subject, instead: old, &port)
        guard case .device(let id) = subject else { return }
        if new != nil {
            publishPlace(of: id, tracker, &port)
        } else if old != nil {
            clearPlace(of: id, &port)
        }
    }

    private mutating func publish(
        _ change: DiscoveryChange,
        of subject: DiscoverySubject,
        instead old: DiscoveryRecord?,
        _ port: inout OutputPort
    ) {
        for message in change.messages {
            port.publish(message.topic, message.payload, isRetained: message.isRetained)
        }
        guard change.record != old else { return }
        records[subject] = change.record
        port.note(Self.note(subject, change.record), of: self)
    }

    private var form: DiscoveryConfig.Form { .init(prefix: settings.prefix, isLegacy: settings.legacy) }

    /// What is to be announced of something; nil where that is nothing.
    private func config(
        of subject: DiscoverySubject,
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings
    ) -> DiscoveryConfig? {
        guard settings.homeAssistant.discovery else { return nil }
        switch subject {
        case .agent: return DiscoveryConfig(agent: settings.topics, map: settings.mapURL)
        case .fence(let id):
            guard let slot = tracker.engine.slot(of: id), let fence = tracker.engine.fence(slot) else {
                return nil
            }
            return DiscoveryConfig(
                fence: id,
                name: fence.name ?? id.description,
                settings.topics,
                hasSwitch: settings.hasMonitoringSwitch
            )
        case .device(let id):
            guard let device = tracker.engine.device(id) else { return nil }
            return config(ofDevice: device, tracker, settings)
        }
    }

    /// Nil while nothing has been accepted of the device.
    private func config(
        ofDevice device: Int,
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings
    ) -> DiscoveryConfig? {
        let isMonitored = tracker.engine.isMonitored(device: device)
        let record = records[.device(tracker.engine.deviceID(device))]
        guard tracker.engine.isKnown(device) || !isMonitored && record != nil else { return nil }
        var fences: [(id: Identifier, name: String)] = []
        for slot in tracker.engine.reportedFences(device: device) {
            guard let fence = tracker.engine.fence(slot) else { continue }
            fences.append((fence.id, fence.name ?? fence.id.description))
        }
        let id = tracker.engine.deviceID(device)
        let facts = DiscoveryConfig.DeviceFacts(
            id: id,
            name: settings.additions.deviceNames[id],
            // While it is not monitored it keeps the entities that it has.
            hasFix: tracker.engine.hasFix(device)
                || !isMonitored && record?.has(DiscoveryConfig.DeviceKey.fixTime) == true,
            hasSpeed: hasSpeed(device, tracker),
            hasVisit: hasVisit(device, tracker),
            hasPoints: settings.pois.map { $0.settings.nearest > 0 } ?? false,
            fences: fences,
            groups: tracker.engine.reportedGroups(device: device),
            hasSwitch: settings.hasMonitoringSwitch,
            map: settings.mapURL.map { "\($0)#-/-/-/\(SafeID.inURL(id.description))" }
        )
        let terms = settings.homeAssistant
        return DiscoveryConfig(facts, settings.topics, zones: terms.zones, home: terms.home)
    }

    /// Whether a device is on a visit, or has been once.
    private func hasVisit(_ device: Int, _ tracker: borrowing Tracker) -> Bool {
        if tracker.engine.visit(device: device) != nil { return true }
        return records[.device(tracker.engine.deviceID(device))]?.has(DiscoveryConfig.DeviceKey.visit)
            ?? false
    }

    /// Whether a device says how fast it is, or has once.
    private func hasSpeed(_ device: Int, _ tracker: borrowing Tracker) -> Bool {
        if tracker.engine.lastFix(ofDevice: device)?.fix.speed != nil { return true }
        return records[.device(tracker.engine.deviceID(device))]?.has(DiscoveryConfig.DeviceKey.speed)
            ?? false
    }
}

// MARK: - Home Assistant's start

extension HomeAssistantOutput {
    /// Milliseconds after its start at most; others that tell it something wait for other times.
    private static let longestPause: Int64 = 5000
    /// Milliseconds for each that there is to announce.
    private static let pauseEach: Int64 = 20

    /// What Home Assistant says of itself: once it has started it needs what there is published again.
    ///
    /// What the broker has kept speaks of an earlier start.
    mutating func receive(
        _ message: ReceivedMessage,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) throws(Rejection) -> [Input]? {
        guard message.topic.count == settings.statusTopic.utf8.count,
            message.topic.elementsEqual(settings.statusTopic.utf8)
        else { return nil }
        guard !message.isRetained, message.payload.elementsEqual("online".utf8) else { return [] }
        let most = min(Self.longestPause, Int64(records.count) * Self.pauseEach)
        nextWork = message.arrival.advanced(byMilliseconds: Int64.random(in: 0...most))
        port.remark("Home Assistant has started", of: settings.statusTopic)
        return []
    }
}

// MARK: - Retained topics

extension HomeAssistantOutput {
    func retained(_ device: Int?, _ tracker: borrowing Tracker, _ settings: AgentSettings) -> [RetainedTopic]
    {
        guard let device else {
            var topics: [RetainedTopic] = []
            for subject in records.keys.sorted() {
                switch subject {
                case .agent: topics += self.topics(of: subject, nil)
                case .fence(let id): topics += self.topics(of: subject, id)
                case .device: continue
                }
            }
            return topics
        }
        let id = tracker.engine.deviceID(device)
        let topics = topics(of: .device(id), id)
        return topics.isEmpty ? [] : topics + [RetainedTopic(topic: settings.topics.place(id))]
    }

    private func topics(of subject: DiscoverySubject, _ id: Identifier?) -> [RetainedTopic] {
        records[subject]?.topics.map { RetainedTopic(topic: $0, id: id) } ?? []
    }

    /// Where something was announced otherwise meanwhile, what it is now: nothing may come back that was
    /// taken back.
    mutating func payload(
        of topic: RetainedTopic,
        _ device: Int?,
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings
    ) -> [UInt8]? {
        let subject: DiscoverySubject
        if let device {
            guard tracker.engine.hasDevice(device) else { return nil }
            let id = tracker.engine.deviceID(device)
            subject = .device(id)
            if topic.id == nil { return records[subject] == nil ? nil : place(of: device, tracker) }
        } else {
            subject = topic.id.map { .fence($0) } ?? .agent
        }
        guard let record = records[subject] else { return nil }
        if repeated?.subject != subject || repeated?.record != record {
            guard let config = config(of: subject, tracker, settings) else { return nil }
            let messages = config.messages(record.form, gone: record.gone.map(\.part))
            repeated = Repeated(
                subject: subject,
                record: record,
                messages: Dictionary(messages.map { ($0.topic, $0.payload) }) { first, _ in first }
            )
        }
        return repeated?.messages[topic.topic]
    }

    /// Takes a device's entities back before its topics are emptied, which they couldn't make sense of.
    ///
    /// The fences that were for it alone go with it, once they are gone.
    mutating func withdraw(_ device: Int, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        assigned = tracker.engine.assignments(ofDevice: device).map(\.id)
        let id = tracker.engine.deviceID(device)
        guard let old = records[.device(id)] else { return }
        let change = DiscoveryChange(from: old, to: nil, form, at: port.now)
        publish(change, of: .device(id), instead: old, &port)
        clearPlace(of: id, &port)
    }

    mutating func drop(
        _ device: Int,
        _ id: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) -> [Input] {
        if device < isComplete.count { isComplete[device] = false }
        if device < isFast.count { isFast[device] = false }
        for fence in assigned where tracker.engine.slot(of: fence) == nil { takeBack(fence, &port) }
        assigned = []
        return []
    }
}

// MARK: - Memory beyond the process

extension HomeAssistantOutput {
    var checkpoint: [UInt8]? {
        guard isUnsaved else { return nil }
        var writer = ByteWriter()
        // Records are large, and many: to sort their names alone takes a fraction of the time.
        writer.list(records.keys.sorted()) { writer, subject in
            subject.write(to: &writer)
            records[subject]?.write(to: &writer)
        }
        return writer.bytes
    }

    mutating func didCheckpoint() { isUnsaved = false }

    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(bytes)
        let entries = try reader.list { reader throws(DamagedBytes) in
            (try DiscoverySubject(from: &reader), try DiscoveryRecord(from: &reader))
        }
        for (subject, record) in entries { records[subject] = record }
        isUnsaved = false
    }

    /// What is announced of something from now on; nil where it was taken back.
    private static func note(_ subject: DiscoverySubject, _ record: DiscoveryRecord?) -> [UInt8] {
        var writer = ByteWriter()
        subject.write(to: &writer)
        writer.optional(record) { $1.write(to: &$0) }
        return writer.bytes
    }

    mutating func recall(_ note: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(note)
        let subject = try DiscoverySubject(from: &reader)
        records[subject] = try reader.optional { reader throws(DamagedBytes) in
            try DiscoveryRecord(from: &reader)
        }
    }
}
