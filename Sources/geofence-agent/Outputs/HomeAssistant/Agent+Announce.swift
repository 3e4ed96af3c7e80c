import GeofenceCore

extension Agent {
    /// Whether there is something to tell Home Assistant, and room for it.
    func mayAnnounce(room: Int) -> Bool {
        (announcements.wantsReview || !announcements.pending.isEmpty) && outbox.count < room
    }

    /// Tells Home Assistant what has changed, as long as the outbox holds less than `room` rows.
    ///
    /// Many devices at once thus go out no faster than the broker takes them, behind all else.
    mutating func announce(at now: Timestamp, room: Int = .max, atMost looks: Int = .max) {
        if announcements.wantsReview { review() }
        var looks = looks
        while looks > 0, outbox.count < room, let subject = announcements.pending.next() {
            announce(subject, at: now)
            looks -= 1
        }
    }

    /// Has all looked at: what was told, and what there is.
    private mutating func review() {
        announcements.wantsReview = false
        let isOn = setup.homeAssistant.discovery
        if isOn { announcements.pending.add(.agent) }
        for subject in announcements.records.keys.sorted() { announcements.pending.add(subject) }
        guard isOn else { return }
        for fence in engine.reportedFences { announcements.pending.add(.fence(fence)) }
        for device in engine.deviceNumbers { announcements.pending.add(.device(engine.deviceID(device))) }
    }

    private mutating func announce(_ subject: DiscoverySubject, at now: Timestamp) {
        let old = announcements.records[subject]
        let new = announcement(of: subject)
        let form = new?.form(discoveryForm, after: old) ?? discoveryForm
        let change = DiscoveryChange(from: old, to: new, form, at: now)
        enqueue(change, at: now)
        if change.record != old { record(change.record, of: subject) }
        guard case .device(let id) = subject else { return }
        if new != nil { enqueuePlace(of: id, at: now) } else if old != nil { clearPlace(of: id, at: now) }
    }

    /// Takes back what was told of a device, at once: before its topics are emptied, which its entities couldn't make sense of.
    mutating func withdraw(_ device: Identifier, at now: Timestamp) {
        guard let old = announcements.records[.device(device)] else { return }
        enqueue(DiscoveryChange(from: old, to: nil, discoveryForm, at: now), at: now)
        record(nil, of: .device(device))
        clearPlace(of: device, at: now)
    }

    private mutating func enqueue(_ change: DiscoveryChange, at now: Timestamp) {
        for message in change.messages {
            outbox.add(
                topic: message.topic,
                payload: message.payload,
                isRetained: message.isRetained,
                time: now.milliseconds
            )
        }
    }

    /// Keeps what Home Assistant was told, in the journal as well.
    private mutating func record(_ record: DiscoveryRecord?, of subject: DiscoverySubject) {
        perform(.output(.announced(subject, record)))
    }

    private var discoveryForm: DiscoveryConfig.Form {
        .init(prefix: setup.homeAssistant.prefix, isLegacy: setup.homeAssistant.legacy)
    }

    /// What is to be told of something; nil where that is nothing.
    private func announcement(of subject: DiscoverySubject) -> DiscoveryConfig? {
        guard setup.homeAssistant.discovery else { return nil }
        switch subject {
        case .agent: return DiscoveryConfig(agent: setup.topics)
        case .fence(let id):
            guard let fence = engine.slot(of: id).flatMap(engine.fence) else { return nil }
            return DiscoveryConfig(fence: id, name: fence.name ?? id.description, setup.topics)
        case .device(let id): return engine.device(id).flatMap { announcement(device: $0) }
        }
    }

    /// Nil while nothing has been taken from the device.
    private func announcement(device: Int) -> DiscoveryConfig? {
        guard engine.isKnown(device) else { return nil }
        let fences = engine.reportedFences(device: device).compactMap(engine.fence)
        let facts = DiscoveryConfig.DeviceFacts(
            id: engine.deviceID(device),
            hasFix: engine.hasFix(device),
            fences: fences.map { ($0.id, $0.name ?? $0.id.description) },
            groups: engine.reportedGroups(device: device)
        )
        return DiscoveryConfig(facts, setup.topics, zones: setup.homeAssistant.zones)
    }

    /// What was told of something, in full, as of now.
    func announced(_ subject: DiscoverySubject) -> [DiscoveryMessage] {
        guard let record = announcements.records[subject], let announcement = announcement(of: subject)
        else { return [] }
        return announcement.messages(record.form, gone: record.gone.map(\.part))
    }
}
