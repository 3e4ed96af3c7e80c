/// What led to a step of the engine, and when.
struct Step {
    let time: Timestamp
    let cause: Cause
    /// The fix that led to it; nil where it was something else.
    var fix: Fix?
    /// Whether no hold is needed, since no noise can have led to it.
    var isCertain = false
}

extension Step {
    /// The same, for another cause.
    func because(_ cause: Cause) -> Step {
        Step(time: time, cause: cause, fix: fix, isCertain: isCertain || cause == .removed)
    }
}

extension DeviceState {
    /// Decides one fence anew after its `via` may have changed: the one place where statuses change and holds
    /// begin.
    mutating func decide(
        _ index: Int,
        _ entry: FenceEntry,
        _ step: Step,
        _ effects: inout Effects,
        before: Via
    ) {
        let isIn = !pairs[index].via.isEmpty && entry.isOpen(at: step.time)
        let shown = pairs[index].shown(before)
        switch (pairs[index].status, isIn) {
        case (.unknown, _): learn(index, entry, isIn, step, &effects)
        case (.outside, true), (.inside, false):
            let hold = step.isCertain ? 0 : isIn ? entry.enterAfter : entry.exitAfter
            if step.isCertain, pairs[index].pendingSince != nil {
                pairs[index].pendingSince = max(step.time, pairs[index].lastTransition)
            }
            if pairs[index].pendingSince == nil {
                pairs[index].pendingSince = max(step.time, pairs[index].lastTransition)
                pairs[index].pendingVia = before
            }
            if hold == 0 { settle(index, entry, step, confirmed: nil, &effects) }
        case (.outside, false), (.inside, true):
            pairs[index].pendingSince = nil
        }
        let mayChange = !pairs[index].via.isEmpty || pairs[index].status == .inside
        pairs[index].nextChange = mayChange ? entry.nextChange(after: step.time) : nil
        if pairs[index].shown(pairs[index].via) != shown { noteStatus(index, &effects) }
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
        let time = max(step.time, pairs[index].lastTransition)
        if isIn {
            begin(index, at: time, &effects)
            let initial = Step(time: time, cause: .initial, fix: step.fix)
            if entry.fence.rules.initialEvents { send(.enter, index, entry, initial, &effects) }
        } else {
            end(index, at: time)
        }
        noteStatus(index, &effects)
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
        pairs[index].pendingSince = nil
        if pairs[index].status == .inside {
            let leaving = Step(
                time: changed,
                cause: step.cause,
                fix: step.fix,
                isCertain: step.isCertain
            )
            endSpeeding(index, entry, leaving, &effects)
            let kind = Event.Kind.exit(duration: changed.millisecondsSince(pairs[index].visit))
            send(kind, index, entry, at: changed, confirmed: confirmed, step, &effects)
            end(index, at: changed)
            effects.occupancy.append(.init(device: number, fence: pairs[index].fence))
        } else {
            begin(index, at: changed, &effects)
            send(.enter, index, entry, confirmed: confirmed, step, &effects)
        }
        noteStatus(index, &effects)
        setActive(pairs[index].fence, pairs[index].isActive)
    }

    /// Begins a visit.
    mutating func begin(_ index: Int, at time: Timestamp, _ effects: inout Effects) {
        let beginning = pairs[index].beginning(at: time)
        pairs[index].status = .inside
        pairs[index].since = beginning
        pairs[index].visit = beginning
        pairs[index].lastTransition = beginning
        pairs[index].hasBeenInside = true
        pairs[index].lastDwell = 0
        pairs[index].speedings = 0
        pairs[index].speeding = nil
        effects.occupancy.append(.init(device: number, fence: pairs[index].fence))
    }

    /// Ends a visit, or learns that there is none.
    mutating func end(_ index: Int, at time: Timestamp) {
        pairs[index].status = .outside
        pairs[index].since = time
        pairs[index].lastTransition = time
        if pairs[index].via.isEmpty { pairs[index].nextChange = nil }
    }

    /// Notes that a status is another; once where a step says so twice, by the side and by the `via`.
    func noteStatus(_ index: Int, _ effects: inout Effects) {
        let pair = Effects.Pair(device: number, fence: pairs[index].fence)
        if effects.statuses.last != pair { effects.statuses.append(pair) }
    }

    /// Numbers an event and hands it out, at the beginning of the visit where nothing else is said.
    mutating func send(
        _ kind: Event.Kind,
        _ index: Int,
        _ entry: FenceEntry,
        at time: Timestamp? = nil,
        confirmed: Timestamp? = nil,
        _ step: Step,
        confidence: Double? = nil,
        _ effects: inout Effects
    ) {
        pairs[index].sequence &+= 1
        let pair = pairs[index]
        let (fix, via) = (step.fix ?? fix?.value, pair.shown(pair.via))
        let event = Event(
            kind: kind,
            device: id,
            fence: entry.fence.id,
            properties: entry.fence.properties,
            name: entry.fence.name,
            time: time ?? pair.visit,
            confirmed: confirmed,
            fix: fix,
            via: via,
            cause: step.cause,
            confidence: step.isCertain ? 1 : confidence ?? entry.confidence(in: kind.status, fix, via),
            visit: pair.visit,
            sequence: pair.sequence
        )
        effects.events.append(event)
    }
}
