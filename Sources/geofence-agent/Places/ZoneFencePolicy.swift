import GeofenceCore

/// Makes fences of the zones that are home or work, each for its device alone.
///
/// It looks at a device's zones and at the fences there are, and answers with what is to change: an input,
/// which is journalled, so that a recovery goes through the same fences.
struct ZoneFencePolicy {
    /// Devices whose zones have yet to become fences, since the configuration wants that from now on.
    var pending: [Identifier] = []
    /// Devices at most whose zones become fences in one turn.
    var devicesPerTurn = 64

    /// What is to change of a device's fences.
    struct Change {
        /// Fences to set, with the zones that they are.
        var set: [(fence: Fence, origin: ZoneFence)] = []
        /// Fences to take out.
        var gone: [Identifier] = []
    }

    /// The next devices whose zones are to become fences; they wait no more.
    mutating func next() -> [Identifier] {
        let next = Array(pending.suffix(devicesPerTurn))
        pending.removeLast(next.count)
        return next
    }

    /// What is to change of a device's fences, as its zones are now; nil where none are wanted.
    func change(
        of device: Identifier,
        _ zones: [Zone],
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings
    ) -> Change? {
        guard let radius = settings.places.fenceRadius else { return nil }
        var change = Change()
        for label in ZoneFence.labels {
            let rule = ZoneFenceRule(device: device, label: label, radius: radius)
            add(rule, zones, tracker, settings, to: &change)
        }
        return change
    }

    /// A fence that a zone is, as the configuration wants it; nil where it wants none, or needs the id.
    func wanted(_ id: Identifier, _ tracker: borrowing Tracker, _ settings: AgentSettings) -> Fence? {
        guard let radius = settings.places.fenceRadius, settings.places.rules?.zones != nil,
            let origin = tracker.zoneFences[id], case .circle(let circle)? = tracker.runtimeFences[id]?.shape,
            !settings.fences.contains(where: { $0.id == id || $0.groups.contains(id) })
        else { return nil }
        let rule = ZoneFenceRule(device: origin.device, label: origin.label, radius: radius)
        let group = Self.group(origin.label, tracker, settings)
        return rule.fence(id, at: circle.center, in: group, settings.rules)
    }

    private func add(
        _ rule: ZoneFenceRule,
        _ zones: [Zone],
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings,
        to change: inout Change
    ) {
        let group = Self.group(rule.label, tracker, settings)
        var has: Set<Timestamp> = []
        var free = Array(1...ZoneFence.most)
        var takenByOthers = 0
        for number in 1...ZoneFence.most {
            guard let id = ZoneFence.id(rule.label, number, of: rule.device) else { return }
            guard let old = tracker.zoneFences[id] else {
                guard tracker.engine.slot(of: id) != nil || tracker.engine.hasGroup(id) else { continue }
                // Whoever has given it a place of their own wants no second one here.
                takenByOthers += 1
                free.removeAll { $0 == number }
                continue
            }
            guard let zone = zones.first(where: { $0.id == old.zone }), rule.keeps(zone) else {
                change.gone.append(id)
                continue
            }
            free.removeAll { $0 == number }
            has.insert(zone.id)
            guard let fence = tracker.runtimeFences[id], rule.hasMoved(zone, from: fence) else { continue }
            change.set(zone, rule.fence(id, at: zone.center, in: group, settings.rules), rule)
        }
        let new = zones.filter { $0.labels.contains(rule.label) && !has.contains($0.id) }
        for (zone, number) in zip(new.dropFirst(takenByOthers), free) {
            guard let id = ZoneFence.id(rule.label, number, of: rule.device) else { return }
            change.set(zone, rule.fence(id, at: zone.center, in: group, settings.rules), rule)
        }
    }

    /// The group of a label, unless a fence has its name, whose events would look the same.
    private static func group(
        _ label: ZoneLabel,
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings
    ) -> Identifier? {
        guard let name = ZoneFence.group(label) else { return nil }
        let isTaken = settings.fences.contains { $0.id == name } || tracker.runtimeFences[name] != nil
        return isTaken ? nil : name
    }
}

extension ZoneFencePolicy.Change {
    fileprivate mutating func set(_ zone: Zone, _ fence: Fence?, _ rule: ZoneFenceRule) {
        guard let fence else { return }
        gone.removeAll { $0 == fence.id }
        set.append((fence, ZoneFence(device: rule.device, zone: zone.id, label: rule.label)))
    }
}
