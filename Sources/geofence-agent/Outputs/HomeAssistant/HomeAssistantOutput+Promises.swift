import GeofenceCore

/// What is kept at once: once there is time to announce it, nothing else may know of it any more.
///
/// So what Home Assistant knows in the end follows from what has happened, and not from when there was time.
extension HomeAssistantOutput {
    /// That a fence is to be announced, as somebody was inside.
    mutating func promise(_ fence: Identifier, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        let subject = DiscoverySubject.fence(fence)
        guard !records.contains(subject), announcedFence(fence, tracker, port.settings) != nil else { return }
        let id = DiscoveryConfig.id(ofFence: fence, port.topics)
        keep(DiscoveryRecord(id: id, form: form, parts: [], fingerprint: ""), of: subject, &port)
    }

    /// That a device has a sensor: it has been on a visit, or has said how fast it is.
    mutating func promise(
        sensor key: String,
        of device: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        let subject = DiscoverySubject.device(device)
        var record = records[subject]
        guard record?.has(key) != true else { return }
        if record == nil, isToBeAnnounced(device, tracker) {
            let id = DiscoveryConfig.id(ofDevice: device, port.topics)
            record = DiscoveryRecord(id: id, form: form, parts: [], fingerprint: "")
        }
        guard var record else { return }
        record.parts.append(AnnouncedPart(key: key, platform: .sensor))
        keep(record, of: subject, &port)
        pending.add(subject)
    }

    /// Whether a device is announced once there is time, where it isn't yet.
    private func isToBeAnnounced(_ id: Identifier, _ tracker: borrowing Tracker) -> Bool {
        settings.discovery && tracker.engine.device(id).map { tracker.engine.isKnown($0) } == true
    }

    private mutating func keep(
        _ record: DiscoveryRecord,
        of subject: DiscoverySubject,
        _ port: inout OutputPort
    ) {
        records[subject] = record
        port.note(DiscoveryRecords.note(subject, record), of: self)
    }

    /// Takes a fence back that went, and is there again before that was looked at: nobody has been inside of
    /// this one.
    ///
    /// One that follows a device comes again when another device is forgotten, and stays announced.
    mutating func takeBackEarlier(
        _ fence: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        guard let slot = tracker.engine.slot(of: fence), tracker.engine.fence(slot)?.follows == nil else {
            return
        }
        takeBack(fence, &port)
    }
}
