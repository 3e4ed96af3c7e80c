extension DeviceState {
    /// Ends a visit of a fence that goes, and drops its record, but for the number and the time of its last
    /// event.
    mutating func leave(_ slot: Int32, _ entry: FenceEntry, _ step: Step, _ effects: inout Effects) {
        forgetEarlierFix(of: slot)
        forgetEvidence(of: slot)
        if !unmonitored.isEmpty { unmonitored.removeAll { $0 == slot } }
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
        retire(pairs.remove(at: index), entry.fence.id)
        setActive(slot, false)
    }

    private mutating func retire(_ pair: FenceMembership, _ fence: Identifier) {
        guard pair.sequence > 0 else { return }
        var rest = FenceMembership(fence: -1, status: .unknown)
        rest.sequence = pair.sequence
        rest.lastTransition = pair.lastTransition
        rest.visit = pair.visit
        retired[fence] = rest
    }

    /// Marks the dwell times up to a moment as sent.
    mutating func skipDwells(_ slot: Int32, _ entry: FenceEntry, upTo time: Timestamp) {
        let (index, found) = position(of: slot)
        guard found, pairs[index].status == .inside else { return }
        let elapsed = time.millisecondsSince(pairs[index].since)
        let passed = entry.dwell.last { $0 <= elapsed } ?? 0
        pairs[index].lastDwell = max(pairs[index].lastDwell, passed)
    }

    /// Judges fences that are new or have moved by the last fix that they can use, and the last report: no
    /// event, and a visit that goes on is the same; `slots` are those that the device has to do with,
    /// ascending.
    mutating func settleAnew(
        _ slots: [Int32],
        _ step: Step,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        let isKnown = firstFix != nil || wifi != nil
        let networks = wifi.map { context.fences.networks.matches($0.value) } ?? []
        let first = effects.events.count
        defer { effects.sortEvents(from: first) }
        for slot in slots {
            guard let entry = context.fences[slot] else { continue }
            guard isAdmitted(to: slot, entry) else {
                leave(slot, entry, step.because(.removed), &effects)
                continue
            }
            guard isKnown else { continue }
            guard isMonitored(slot, entry) else {
                suspend(slot, &effects)
                continue
            }
            endEvidence(of: slot)
            var via: Via = networks.contains(slot) && !wifiIsExpired(entry, step.time) ? .wifi : []
            let side = sideAnew(slot, entry)
            if side == .inside { via.insert(.region) }
            settleAnew(
                slot,
                entry,
                via,
                isKnown: entry.hasPlace ? side != .unknown : wifi != nil,
                step,
                &effects
            )
        }
    }

    /// On which side of a fence's edge the last fix lies that it can use, by its point, or by the place of
    /// rest; where that fix isn't the device's last, it is kept.
    private mutating func sideAnew(_ slot: Int32, _ entry: FenceEntry) -> Status {
        guard let fix, entry.hasShape else { return .unknown }
        if let question = entry.question(of: fix.value), !question.isRefused {
            forgetEarlierFix(of: slot)
            return sideAtRest(question, slot, entry) ?? question.pointSide
        }
        let own = earlier.fix(slot, orLast: nil)
        guard let own, let question = entry.question(of: own.value), !question.isRefused else {
            earlier.set([slot], to: nil)
            return .unknown
        }
        return question.pointSide
    }

    private func wifiIsExpired(_ entry: FenceEntry, _ time: Timestamp) -> Bool {
        guard let expiry = entry.wifiExpiry, let wifi else { return false }
        return wifi.time.advanced(byMilliseconds: expiry) < time
    }

    private mutating func settleAnew(
        _ slot: Int32,
        _ entry: FenceEntry,
        _ via: Via,
        isKnown: Bool,
        _ step: Step,
        _ effects: inout Effects
    ) {
        let isIn = !via.isEmpty && entry.isOpen(at: step.time)
        let status: Status = isIn ? .inside : isKnown || !via.isEmpty ? .outside : .unknown
        let (index, found) = position(of: slot)
        guard found || status != impliedStatus(entry) else { return }
        if !found { addPair(slot, entry, .unknown) }
        let changed = status != pairs[index].status
        let time = max(step.time, pairs[index].lastTransition)
        if changed {
            let leaving = Step(time: time, cause: .removed, isCertain: true)
            endSpeeding(index, entry, leaving, &effects)
        }
        pairs[index].via = via
        pairs[index].pendingSince = nil
        pairs[index].awaitsSecondFix = false
        pairs[index].nextChange = via.isEmpty ? nil : entry.nextChange(after: step.time)
        if changed, status == .inside {
            begin(index, at: time, &effects)
        } else if changed {
            pairs[index].status = status
            pairs[index].since = time
            if isKnown { pairs[index].lastTransition = time }
            effects.occupancy.append(.init(device: number, fence: slot))
        }
        noteStatus(index, &effects)
        setActive(slot, pairs[index].isActive)
    }
}
