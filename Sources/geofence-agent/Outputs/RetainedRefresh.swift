import GeofenceCore

/// How far the telling of everything that is retained has come, after a connect.
///
/// A broker may have lost what it kept, or an older configuration may have left it: on each connection all of it is said once more,
/// whenever nothing else waits.
struct RetainedRefresh {
    fileprivate var device = 0
    fileprivate var statuses: [Int32]?
    fileprivate var hasSentZones = false
    fileprivate var groups: [Identifier]?
    fileprivate var isNearbySent = false
    fileprivate var fences: [Identifier]?
    /// Whether only Home Assistant is told what it was told before.
    var isAnnouncement = false
    fileprivate var announced = DiscoveryRepeat()

    /// Goes on to the next device.
    fileprivate mutating func endDevice() {
        device += 1
        statuses = nil
        hasSentZones = false
        groups = nil
        isNearbySent = false
    }
}

extension Agent {
    /// The next retained topic with its payload as of now; nil at the end.
    func next(_ refresh: inout RetainedRefresh) -> (topic: String, payload: [UInt8])? {
        if let message = next(&refresh.announced) { return (message.topic, message.payload) }
        guard !refresh.isAnnouncement else { return nil }
        while refresh.device < engine.deviceLimit {
            let device = refresh.device
            guard engine.hasDevice(device) else {
                refresh.endDevice()
                continue
            }
            guard var rest = refresh.statuses else {
                refresh.statuses = engine.reportedFences(device: device).reversed()
                return (
                    setup.topics.device(engine.deviceID(device)),
                    Reports.device(engine.report(device: device))
                )
            }
            if !refresh.isNearbySent {
                refresh.isNearbySent = true
                if let nearby = nearbyMessage(device) { return nearby }
            }
            let slot = rest.popLast()
            refresh.statuses = rest
            if let slot, let status = status(device, slot) { return status }
            guard slot == nil else { continue }
            if let group = nextGroup(device, &refresh) { return group }
            if !refresh.hasSentZones {
                refresh.hasSentZones = true
                if let zones = zones(device) { return zones }
            }
            refresh.endDevice()
        }
        return nextFence(&refresh)
    }

    private func nextGroup(_ device: Int, _ refresh: inout RetainedRefresh) -> (
        topic: String, payload: [UInt8]
    )? {
        if refresh.groups == nil { refresh.groups = engine.reportedGroups(device: device).reversed() }
        guard let group = refresh.groups?.popLast(),
            let report = engine.report(device: device, group: group)
        else { return nil }
        let id = engine.deviceID(device)
        return (setup.topics.group(group, id), Reports.group(report, id, group))
    }

    private func status(_ device: Int, _ slot: Int32) -> (topic: String, payload: [UInt8])? {
        guard let fence = engine.fence(slot)?.id, let report = engine.status(device: device, fence: slot)
        else { return nil }
        let id = engine.deviceID(device)
        return (setup.topics.status(id, fence), Reports.status(report, id, fence))
    }

    private func zones(_ device: Int) -> (topic: String, payload: [UInt8])? {
        guard engine.hasZones(device: device) else { return nil }
        let zones = Reports.zones(engine.zones(device: device), holding: setup.places.quantile)
        return (setup.topics.zones(engine.deviceID(device)), zones)
    }

    private func nextFence(_ refresh: inout RetainedRefresh) -> (topic: String, payload: [UInt8])? {
        if refresh.fences == nil { refresh.fences = engine.reportedFences.reversed() }
        guard let fence = refresh.fences?.popLast(), let slot = engine.slot(of: fence) else { return nil }
        return (
            setup.topics.fence(fence),
            Reports.occupants(engine.occupants(of: slot), limit: setup.occupantsLimit)
        )
    }
}
