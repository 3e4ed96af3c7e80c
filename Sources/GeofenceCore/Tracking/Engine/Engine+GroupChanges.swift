/// What a change of fences means to the groups.
extension Engine {
    /// Sets the groups of a device anew by the fences it is inside, without an event.
    ///
    /// Those that it is inside are reported, too, where other fences are in them than before.
    mutating func settleGroups(
        _ device: Int,
        _ regrouped: Set<Int32>,
        at time: Timestamp,
        _ effects: inout Effects
    ) {
        guard !context.fences.groups.isEmpty else { return }
        // By group: since when the device is inside the first of its fences.
        var visits: [Int32: Timestamp] = [:]
        for pair in devices[device].pairs where pair.status == .inside {
            for group in context.fences[pair.fence]?.groups ?? [] {
                visits[group] = min(visits[group] ?? pair.since, pair.since)
            }
        }
        let known = devices[device].groups.filter(\.isInside).map(\.group)
        for group in Set(known).union(visits.keys).sorted() {
            let name = context.fences.groups[group]
            var state = devices[device].groupState(group)
            if state.isInside, regrouped.contains(group) {
                effects.groups.append(.init(device: device, group: name))
            }
            guard state.isInside != (visits[group] != nil) else { continue }
            state.settle(since: visits[group], at: time)
            devices[device].setGroup(state)
            effects.groups.append(.init(device: device, group: name))
        }
    }

    /// Reports the groups of a device that were not reported before the change, and clears those that no
    /// longer are.
    func reportGroupsAnew(_ device: Int, reported before: [Identifier], _ effects: inout Effects) {
        let now = reportedGroups(device: device)
        guard before != now, devices[device].firstFix != nil || devices[device].firstWiFi != nil else {
            return
        }
        for group in before where !now.contains(group) {
            effects.clearedGroups.append(.init(device: devices[device].id, group: group))
        }
        for group in now where !before.contains(group) {
            effects.groups.append(.init(device: device, group: group))
        }
    }
}

extension GroupState {
    /// Inside since the first of its visits, or outside from now on.
    fileprivate mutating func settle(since visit: Timestamp?, at time: Timestamp) {
        isInside = visit != nil
        since = max(visit ?? time, since)
        guard visit != nil else { return }
        self.visit = max(since, self.visit.advanced(byMilliseconds: 1))
        since = self.visit
        hasBeenInside = true
    }
}
