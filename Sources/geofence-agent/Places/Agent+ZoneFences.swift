import GeofenceCore

/// Zones that are home or work are fences for their device alone, set as those at run time are.
extension Agent {
    /// Makes, moves and removes fences as zones say.
    ///
    /// In the order of the devices' ids.
    mutating func learnFences(of devices: Set<Int>, at now: Timestamp) {
        let zones = devices.map { (tracker.engine.deviceID($0), tracker.engine.zones(device: $0)) }.sorted {
            $0.0 < $1.0
        }
        learnFences(zones, at: now)
    }

    mutating func learnFences(_ zones: [(device: Identifier, zones: [Zone])], at now: Timestamp) {
        for (device, zones) in zones {
            guard let change = zonePolicy.change(of: device, zones, tracker, port.settings) else { return }
            // In the device's own time: what it says may have waited for weeks.
            let time = tracker.engine.device(device).flatMap { tracker.engine.lastFix(ofDevice: $0)?.time }
            // First: who may not see where people live must not see the change, either.
            for (fence, origin) in change.set { keepOrigin(origin, of: fence.id) }
            let fences = change.set.map(\.fence)
            changeFences(setting: fences, removing: change.gone, at: now, asOf: time, areZones: true)
        }
    }

    /// Notes the devices that have zones where no fence has been learnt yet.
    ///
    /// What is left of them at the end of the process learns with the next visit.
    mutating func notePendingZoneFences() {
        guard port.settings.places.fenceRadius != nil, zoneFences.isEmpty else {
            return zonePolicy.pending = []
        }
        zonePolicy.pending = tracker.engine.deviceNumbers.filter { tracker.engine.hasZones(device: $0) }
            .map { tracker.engine.deviceID($0) }
    }

    /// Makes fences of the zones of some of the devices that were noted.
    mutating func learnWaiting(at now: Timestamp) {
        guard !zonePolicy.pending.isEmpty else { return }
        let devices = zonePolicy.next().compactMap { id in
            tracker.engine.device(id).map { (id, tracker.engine.zones(device: $0)) }
        }
        learnFences(devices, at: now)
    }

    /// Keeps which zone a fence is of; nil where it is none's any more.
    mutating func keepOrigin(_ origin: ZoneFence?, of fence: Identifier) {
        perform(.zoneFence(fence, origin))
    }

    /// Forgets the fences that a device's zones are.
    mutating func forgetLearned(_ device: Identifier, at now: Timestamp) {
        let gone = ZoneFence.labels.flatMap { zoneFences.of(device, $0).map(\.id) }
        changeFences(setting: [], removing: gone, at: now)
    }

    /// Whether the learned fences are as the configuration wants them.
    var hasConfiguredLearning: Bool {
        zoneFences.ids.allSatisfy { id in
            zonePolicy.wanted(id, tracker, port.settings) == runtimeFences[id]
        }
    }

    /// Brings the learned fences in line with the configuration: gone where none are wanted, and where its
    /// own fences or groups need the id.
    ///
    /// A checkpoint has to follow.
    mutating func reviewLearned() {
        for id in zoneFences.ids { tracker.review(id, zonePolicy.wanted(id, tracker, port.settings)) }
    }
}
