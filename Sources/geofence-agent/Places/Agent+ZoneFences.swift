import GeofenceCore

/// Zones that are home or work are fences for their device alone, set as those at run time are.
extension Agent {
    /// What is to change of the learned fences.
    private struct Lesson {
        var set: [(fence: Fence, origin: ZoneFence)] = []
        var gone: [Identifier] = []
    }

    /// Makes, moves and removes fences as zones say.
    ///
    /// In the order of the devices' ids.
    mutating func learnFences(of devices: Set<Int>, at now: Timestamp) {
        let zones = devices.map { (engine.deviceID($0), engine.zones(device: $0)) }.sorted { $0.0 < $1.0 }
        learnFences(zones, at: now)
    }

    mutating func learnFences(_ zones: [(device: Identifier, zones: [Zone])], at now: Timestamp) {
        guard let radius = port.settings.places.fenceRadius else { return }
        for (device, zones) in zones {
            var lesson = Lesson()
            for label in ZoneFence.labels {
                learn(ZoneFencePolicy(device: device, label: label, radius: radius), zones, &lesson)
            }
            // In the device's own time: what it says may have waited for weeks.
            let time = engine.device(device).flatMap { engine.lastFix(ofDevice: $0)?.time }
            changeFences(setting: lesson.set.map(\.fence), removing: lesson.gone, at: now, asOf: time)
            for (fence, origin) in lesson.set { keepOrigin(origin, of: fence.id) }
        }
    }

    /// Notes the devices that have zones where no fence has been learnt yet.
    ///
    /// What is left of them at the end of the process learns with the next visit.
    mutating func notePendingZoneFences() {
        guard port.settings.places.fenceRadius != nil, zoneFences.ids.isEmpty else {
            return placeWork.pendingZoneFences = []
        }
        placeWork.pendingZoneFences = engine.deviceNumbers.filter { engine.hasZones(device: $0) }
            .map { engine.deviceID($0) }
    }

    /// Makes fences of the zones of some of the devices that were noted.
    mutating func learnWaiting(at now: Timestamp) {
        guard !placeWork.pendingZoneFences.isEmpty else { return }
        let count = min(placeWork.fencesPerTurn, placeWork.pendingZoneFences.count)
        let devices = placeWork.pendingZoneFences.suffix(count).compactMap { id in
            engine.device(id).map { (id, engine.zones(device: $0)) }
        }
        placeWork.pendingZoneFences.removeLast(count)
        learnFences(devices, at: now)
    }

    private func learn(_ rule: ZoneFencePolicy, _ zones: [Zone], _ lesson: inout Lesson) {
        var has: Set<Timestamp> = []
        var free = Array(1...ZoneFence.most)
        var takenByOthers = 0
        for number in 1...ZoneFence.most {
            guard let id = ZoneFence.id(rule.label, number, of: rule.device) else { return }
            guard let old = zoneFences[id] else {
                guard engine.slot(of: id) != nil || engine.hasGroup(id) else { continue }
                // Whoever has given it a place of their own wants no second one here.
                takenByOthers += 1
                free.removeAll { $0 == number }
                continue
            }
            guard let zone = zones.first(where: { $0.id == old.zone }), rule.keeps(zone) else {
                lesson.gone.append(id)
                continue
            }
            free.removeAll { $0 == number }
            has.insert(zone.id)
            guard let fence = runtimeFences[id], rule.hasMoved(zone, from: fence) else { continue }
            set(rule, id, zone, &lesson)
        }
        let new = zones.filter { $0.labels.contains(rule.label) && !has.contains($0.id) }
        for (zone, number) in zip(new.dropFirst(takenByOthers), free) {
            guard let id = ZoneFence.id(rule.label, number, of: rule.device) else { return }
            set(rule, id, zone, &lesson)
        }
    }

    private func set(_ rule: ZoneFencePolicy, _ id: Identifier, _ zone: Zone, _ lesson: inout Lesson) {
        guard let fence = rule.fence(id, at: zone.center, in: group(rule.label), port.settings.rules) else {
            return
        }
        lesson.gone.removeAll { $0 == id }
        lesson.set.append((fence, ZoneFence(device: rule.device, zone: zone.id, label: rule.label)))
    }

    /// The group of a label, unless a fence has its name, whose events would look the same.
    private func group(_ label: ZoneLabel) -> Identifier? {
        ZoneFence.group(label).flatMap { name in
            port.settings.fences.contains { $0.id == name } || runtimeFences[name] != nil ? nil : name
        }
    }
}

extension Agent {
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
        zoneFences.ids.allSatisfy { reviewed($0) == runtimeFences[$0] }
    }

    /// Brings the learned fences in line with the configuration: gone where none are wanted, and where its
    /// own fences or groups need the id.
    ///
    /// A checkpoint has to follow.
    mutating func reviewLearned() {
        for id in zoneFences.ids {
            tracker.review(id, reviewed(id))
        }
    }

    private func reviewed(_ id: Identifier) -> Fence? {
        guard let radius = port.settings.places.fenceRadius, port.settings.places.rules?.zones != nil,
            let origin = zoneFences[id], case .circle(let circle)? = runtimeFences[id]?.shape,
            !port.settings.fences.contains(where: { $0.id == id || $0.groups.contains(id) })
        else { return nil }
        let rule = ZoneFencePolicy(device: origin.device, label: origin.label, radius: radius)
        return rule.fence(id, at: circle.center, in: group(origin.label), port.settings.rules)
    }
}
