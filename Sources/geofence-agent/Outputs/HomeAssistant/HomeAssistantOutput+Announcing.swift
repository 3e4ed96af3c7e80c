import GeofenceCore

/// What is published of something, once it is looked at.
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
        let new = isWanted(subject, tracker) ? config(of: subject, tracker, port.settings) : nil
        let form = new?.form(form, after: old) ?? form
        let change = DiscoveryChange(from: old, to: new, form, at: port.now)
        publish(change, of: subject, instead: old, &port)
        guard case .device(let id) = subject else { return }
        if let device = tracker.engine.device(id) { lookAgain(at: device, where: change.record) }
        if new != nil {
            publishPlace(of: id, tracker, &port)
        } else if old != nil {
            clearPlace(of: id, &port)
        }
    }

    /// Whether something is announced, if there is anything to announce.
    ///
    /// Of many fences those are that somebody has been inside of since they came: a fence may have gone, and
    /// come again, since it was put into the queue.
    private func isWanted(_ subject: DiscoverySubject, _ tracker: borrowing Tracker) -> Bool {
        guard case .fence(let id) = subject, !records.contains(subject) else { return true }
        return tracker.engine.slot(of: id).map { tracker.engine.isReported(fence: $0) } ?? false
    }

    mutating func publish(
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
        port.note(DiscoveryRecords.note(subject, change.record), of: self)
    }

    var form: DiscoveryConfig.Form { .init(prefix: settings.prefix, isLegacy: settings.legacy) }

    /// What is to be announced of something; nil where that is nothing.
    func config(
        of subject: DiscoverySubject,
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings
    ) -> DiscoveryConfig? {
        guard settings.homeAssistant.discovery else { return nil }
        switch subject {
        case .agent: return DiscoveryConfig(agent: settings.topics, map: settings.mapURL)
        case .fence(let id):
            guard let fence = announcedFence(id, tracker, settings) else { return nil }
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

    /// A fence that is announced; nil where it isn't there, comes and goes with the devices near it, or
    /// another agent speaks of it: of several that share a fleet one does.
    func announcedFence(
        _ id: Identifier,
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings
    ) -> Fence? {
        guard settings.homeAssistant.discovery, settings.shard?.isCollector != false else { return nil }
        return tracker.engine.fence(id).flatMap { hasEntities($0) ? $0 : nil }
    }

    /// Whether a fence has entities.
    ///
    /// One around a point of interest has none: it goes with the device that it came with, and an entity that
    /// does so is of no use to anybody.
    func hasEntities(_ fence: Fence) -> Bool { !fence.isAssigned }

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
            guard let fence = tracker.engine.fence(slot), hasEntities(fence) else { continue }
            fences.append((fence.id, fence.name ?? fence.id.description))
        }
        let id = tracker.engine.deviceID(device)
        let facts = DiscoveryConfig.DeviceFacts(
            id: id,
            name: settings.additions.name(of: id, or: tracker.details.names),
            // While it is not monitored it keeps the entities that it has.
            hasFix: tracker.engine.hasFix(device)
                || !isMonitored && record?.has(DiscoveryConfig.DeviceKey.fixTime) == true,
            hasSpeed: hasSpeed(device, tracker),
            hasBattery: tracker.details.battery(of: device) != nil,
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

    mutating func takeBack(_ fence: Identifier, _ port: inout OutputPort) {
        let subject = DiscoverySubject.fence(fence)
        guard let old = records[subject] else { return }
        publish(DiscoveryChange(from: old, to: nil, form, at: port.now), of: subject, instead: old, &port)
    }

    /// Has all looked at: what was announced and isn't there any more, and what there is.
    private mutating func review(_ tracker: borrowing Tracker) {
        wantsReview = false
        for subject in records.subjects(where: { !isPresent($0, tracker) }) { pending.add(subject) }
        guard settings.discovery else { return }
        pending.add(.agent)
        for fence in tracker.engine.reportedFences { pending.add(.fence(fence)) }
        for device in tracker.engine.deviceNumbers { pending.add(.device(tracker.engine.deviceID(device))) }
    }

    private func isPresent(_ subject: DiscoverySubject, _ tracker: borrowing Tracker) -> Bool {
        guard settings.discovery else { return false }
        return switch subject {
        case .agent: true
        case .fence(let id):
            tracker.engine.fence(id).map(hasEntities) == true
                && tracker.engine.slot(of: id).map { tracker.engine.isReported(fence: $0) } == true
        case .device(let id): tracker.engine.device(id) != nil
        }
    }
}
