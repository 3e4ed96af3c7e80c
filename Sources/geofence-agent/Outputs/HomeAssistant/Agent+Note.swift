import GeofenceCore

/// What is told of devices and fences may be new to Home Assistant: then it is looked at before the next commit.
extension Agent {
    /// A device's topic is told.
    mutating func noteDevice(_ device: Int) {
        guard setup.homeAssistant.discovery else { return }
        let subject = DiscoverySubject.device(engine.deviceID(device))
        let record = announcements.records[subject]
        let isComplete = record?.has(DiscoveryConfig.DeviceKey.fixTime) ?? false
        if record == nil || engine.hasFix(device), !isComplete { announcements.pending.add(subject) }
    }

    /// A status is told, which may be the first of its device and fence.
    mutating func noteStatus(_ device: Identifier, _ fence: Identifier) {
        guard setup.homeAssistant.discovery, !engine.reportsAll else { return }
        note(device) { DiscoveryConfig.DeviceKey.fence(fence) }
    }

    /// A group's status is told.
    mutating func noteGroup(_ device: Identifier, _ group: Identifier) {
        guard setup.homeAssistant.discovery, !engine.reportsAll else { return }
        note(device) { DiscoveryConfig.DeviceKey.group(group) }
    }

    private mutating func note(_ device: Identifier, key: () -> String) {
        let subject = DiscoverySubject.device(device)
        guard announcements.records[subject]?.has(key()) != true else { return }
        announcements.pending.add(subject)
    }

    /// A fence's topic is told.
    mutating func noteFence(_ fence: Identifier) {
        guard setup.homeAssistant.discovery, announcements.records[.fence(fence)] == nil else { return }
        announcements.pending.add(.fence(fence))
    }
}
