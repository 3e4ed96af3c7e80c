/// What a step of the engine works with: the fences, what led to the step, and where effects go.
struct Step {
    let device: Int
    let time: Timestamp
    let cause: Cause
}

extension DeviceState {
    /// Decides one fence anew after its `via` may have changed: the one place where statuses change and holds begin.
    mutating func decide(
        _ index: Int,
        _ entry: FenceEntry,
        _ step: Step,
        _ effects: inout Effects,
        before: Via
    ) {
        let isIn = !pairs[index].via.isEmpty
        switch (pairs[index].status, isIn) {
        case (.unknown, _): learn(index, entry, isIn, step, &effects)
        case (.outside, true), (.inside, false):
            let hold = isIn ? entry.enterAfter : entry.exitAfter
            if pairs[index].pendingSince == nil {
                pairs[index].pendingSince = max(step.time, pairs[index].lastTransition)
                pairs[index].pendingVia = before
            }
            if hold == 0 { settle(index, entry, step, confirmed: nil, &effects) }
        case (.outside, false), (.inside, true):
            pairs[index].pendingSince = nil
        }
        if pairs[index].via != before { noteStatus(index, step.device, &effects) }
        setActive(pairs[index].fence, pairs[index].isActive)
    }

    /// The first thing known of a device and a fence sets the status without an event.
    private mutating func learn(
        _ index: Int,
        _ entry: FenceEntry,
        _ isIn: Bool,
        _ step: Step,
        _ effects: inout Effects
    ) {
        pairs[index].status = isIn ? .inside : .outside
        pairs[index].since = max(step.time, pairs[index].lastTransition)
        pairs[index].lastTransition = pairs[index].since
        if isIn { begin(index, step.device, &effects) }
        if isIn, entry.fence.rules.initialEvents {
            send(.enter, index, entry, cause: .initial, confirmed: nil, via: pairs[index].via, &effects)
        }
        noteStatus(index, step.device, &effects)
    }

    /// Makes the side that has been pending the status, with its event.
    mutating func settle(
        _ index: Int,
        _ entry: FenceEntry,
        _ step: Step,
        confirmed: Timestamp?,
        _ effects: inout Effects
    ) {
        let changed = pairs[index].pendingSince ?? step.time
        let visit = pairs[index].since
        pairs[index].pendingSince = nil
        pairs[index].since = changed
        pairs[index].lastTransition = changed
        if pairs[index].status == .inside {
            pairs[index].status = .outside
            let kind = Event.Kind.exit(duration: changed.millisecondsSince(visit))
            let via = pairs[index].pendingVia
            send(
                kind,
                index,
                entry,
                cause: step.cause,
                confirmed: confirmed,
                via: via,
                visit: visit,
                &effects
            )
            effects.occupancy.append(.init(device: step.device, fence: pairs[index].fence))
        } else {
            pairs[index].status = .inside
            begin(index, step.device, &effects)
            send(
                .enter,
                index,
                entry,
                cause: step.cause,
                confirmed: confirmed,
                via: pairs[index].via,
                &effects
            )
        }
        noteStatus(index, step.device, &effects)
        setActive(pairs[index].fence, pairs[index].isActive)
    }

    private mutating func begin(_ index: Int, _ device: Int, _ effects: inout Effects) {
        pairs[index].hasBeenInside = true
        pairs[index].lastDwell = 0
        effects.occupancy.append(.init(device: device, fence: pairs[index].fence))
    }

    func noteStatus(_ index: Int, _ device: Int, _ effects: inout Effects) {
        effects.statuses.append(.init(device: device, fence: pairs[index].fence))
    }

    /// Numbers an event and hands it out.
    mutating func send(
        _ kind: Event.Kind,
        _ index: Int,
        _ entry: FenceEntry,
        at time: Timestamp? = nil,
        cause: Cause,
        confirmed: Timestamp?,
        via: Via,
        visit: Timestamp? = nil,
        _ effects: inout Effects
    ) {
        pairs[index].sequence &+= 1
        let event = Event(
            kind: kind,
            device: id,
            fence: entry.fence.id,
            name: entry.fence.name,
            time: time ?? pairs[index].since,
            confirmed: confirmed,
            fix: fix?.value,
            via: via,
            cause: cause,
            visit: visit ?? pairs[index].since,
            sequence: pairs[index].sequence
        )
        effects.events.append(event)
    }
}
