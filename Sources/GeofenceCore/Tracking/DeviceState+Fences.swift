extension DeviceState {
    /// When the device was first heard of, as far as is still known.
    var firstSeen: Timestamp? {
        [fix?.time, wifi?.time].compactMap(\.self).min()
    }

    /// Ends a visit of a fence that goes, and drops its record; the number of its last event is kept.
    mutating func leave(_ slot: Int32, _ entry: FenceEntry, _ step: Step, _ effects: inout Effects) {
        let (index, found) = position(of: slot)
        guard found else { return }
        if pairs[index].status == .inside {
            if pairs[index].pendingSince == nil {
                pairs[index].pendingVia = pairs[index].via
            }
            pairs[index].pendingSince = max(step.time, pairs[index].lastTransition)
            pairs[index].via = []
            settle(index, entry, step, confirmed: nil, &effects)
        }
        if pairs[index].sequence > 0 { retired[entry.fence.id] = pairs[index].sequence }
        pairs.remove(at: index)
        setActive(slot, false)
    }

    /// Marks the dwell times up to a moment as sent.
    mutating func skipDwells(_ slot: Int32, _ entry: FenceEntry, upTo time: Timestamp) {
        let (index, found) = position(of: slot)
        guard found, pairs[index].status == .inside else { return }
        let elapsed = time.millisecondsSince(pairs[index].since)
        let passed = entry.dwell.last { $0 <= elapsed } ?? 0
        pairs[index].lastDwell = max(pairs[index].lastDwell, passed)
    }

    /// Judges fences that are new or have moved by what was last accepted: no event, and a visit that goes on is the same.
    mutating func settleAnew(
        _ slots: Set<Int32>,
        _ fences: FenceTable,
        _ step: Step,
        _ effects: inout Effects
    ) {
        guard fix != nil || wifi != nil else { return }
        let place = fix.map { GeodesicPoint($0.value.coordinate) }
        let networks = wifi.map { fences.networks.matches($0.value) } ?? []
        var near: [Int32] = []
        if let fix { fences.places.candidates(at: fix.value.coordinate, into: &near) }
        for slot in slots.sorted() {
            guard let entry = fences[slot] else { continue }
            var via: Via = networks.contains(slot) && !wifiIsExpired(entry, step.time) ? .wifi : []
            if let place, near.contains(slot), let circle = entry.circle,
                circle.signedDistance(to: place) <= 0
            {
                via.insert(.region)
            }
            settleAnew(slot, entry, via, step, &effects)
        }
    }

    private func wifiIsExpired(_ entry: FenceEntry, _ time: Timestamp) -> Bool {
        guard let expiry = entry.wifiExpiry, let wifi else { return false }
        return wifi.time.advanced(byMilliseconds: expiry) <= time
    }

    private mutating func settleAnew(
        _ slot: Int32,
        _ entry: FenceEntry,
        _ via: Via,
        _ step: Step,
        _ effects: inout Effects
    ) {
        var (index, found) = position(of: slot)
        guard found || !via.isEmpty else { return }
        if !found {
            var fresh = PairState(fence: slot, status: .unknown, since: step.time)
            fresh.sequence = retired.removeValue(forKey: entry.fence.id) ?? 0
            pairs.insert(fresh, at: index)
            (index, found) = position(of: slot)
        }
        let status: Status = via.isEmpty ? (impliedStatus(entry)) : .inside
        let changed = status != pairs[index].status
        pairs[index].via = via
        pairs[index].pendingSince = nil
        pairs[index].awaitsSecondFix = false
        pairs[index].status = status
        if changed {
            pairs[index].since = max(step.time, pairs[index].lastTransition)
            pairs[index].lastTransition = pairs[index].since
            pairs[index].lastDwell = 0
            effects.occupancy.append(.init(device: step.device, fence: slot))
        }
        if status == .inside { pairs[index].hasBeenInside = true }
        noteStatus(index, step.device, &effects)
        setActive(slot, pairs[index].isActive)
    }
}
