extension Engine {
    /// Takes an observation of a device.
    ///
    /// The device's own timers up to the observation's time run first; those of other devices are
    /// `advance(to:)`'s. Where observations are held to be sorted, those whose time has come are taken first,
    /// and this one waits. A manual one doesn't, and nothing waits for it: it stands behind all that was
    /// reported before it.
    public mutating func observe(
        _ observation: Observation,
        device: Int,
        _ effects: inout Effects
    ) -> Outcome {
        guard context.stream.reorder > 0 else { return accept(observation, device, &effects) }
        guard !observation.isManual else {
            _ = release(device, arrivedBy: .distantFuture, &effects)
            return accept(observation, device, &effects)
        }
        _ = release(device, arrivedBy: observation.arrival.advanced(byMilliseconds: -hold), &effects)
        wasUneventful = false
        devices[device].hold(observation)
        noteChange(device)
        schedule(device)
        var outcome = Outcome()
        outcome.held = true
        return outcome
    }

    /// Takes an observation whose turn has come.
    private mutating func accept(
        _ observation: Observation,
        _ device: Int,
        _ effects: inout Effects
    ) -> Outcome {
        let mark = effects.mark
        guard context.takesShortWay, devices[device].passUneventful(observation, &context, &effects) else {
            return acceptEventful(observation, device, &effects)
        }
        var outcome = Outcome()
        outcome.accepted = true
        wasUneventful = true
        if !devices[device].isListed { noteChange(device) }
        if context.stream.lateEvents || context.scratch.keepsPositions || isFollowedUp(device) {
            followUp(observation, device, &outcome, since: mark, &effects)
        }
        return outcome
    }

    /// Follows up a fix that has changed no side.
    @inline(never)
    private mutating func followUp(
        _ observation: Observation,
        _ device: Int,
        _ outcome: inout Outcome,
        since mark: Effects.Mark,
        _ effects: inout Effects
    ) {
        if context.stream.lateEvents {
            keepHistory(observation, nil, device, &outcome, since: mark, effects)
        }
        let hasVisits = context.scratch.keepsPositions && notePlaces(device, since: mark, &effects)
        guard hasVisits || isFollowedUp(device) else { return }
        wasUneventful = false
        conclude(device, since: mark, learns: true, &effects)
        runOverdue(device, at: observation.time, &effects)
    }

    /// Takes any other observation, behind what was due before it.
    @inline(never)
    private mutating func acceptEventful(
        _ observation: Observation,
        _ device: Int,
        _ effects: inout Effects
    ) -> Outcome {
        wasUneventful = false
        if let due = devices[device].nextTimer, due <= observation.time,
            devices[device].isNews(observation) || devices[device].usesLate(observation, context)
        {
            _ = runTimers(of: device, to: observation.time, &effects)
        }
        let before = (fix: devices[device].firstFix != nil, wifi: devices[device].firstWiFi != nil)
        let lateFix = context.stream.lateEvents ? devices[device].lateFix(in: observation) : nil
        let mark = effects.mark
        var outcome = devices[device].observe(observation, &context, &effects)
        if context.stream.lateEvents {
            keepHistory(observation, lateFix, device, &outcome, since: mark, effects)
        }
        outcome.isLateKept = outcome.late && context.stream.lateEvents
        if !devices[device].isListed, outcome.isChange { noteChange(device) }
        if context.scratch.keepsPositions { _ = notePlaces(device, since: mark, &effects) }
        conclude(device, since: mark, learns: before.fix || before.wifi, &effects)
        let now = (fix: devices[device].firstFix != nil, wifi: devices[device].firstWiFi != nil)
        if before != now { learn(device, before, now, &effects) }
        if outcome.accepted { runOverdue(device, at: observation.time, &effects) }
        return outcome
    }

    /// Ends what an observation has begun, or found, that by the device's newest stamp is over.
    ///
    /// A hold that went on in silence may be over since before the observation, and one that a late fix
    /// begins since before the newest stamp. What is stamped earlier must not come in between: otherwise it
    /// would be chance, whether the clock turns before it.
    private mutating func runOverdue(_ device: Int, at time: Timestamp, _ effects: inout Effects) {
        guard let due = devices[device].nextTimer else { return }
        // What is stamped as the newest comes before the timers of that moment.
        let newest = max(devices[device].fixOrder.last ?? time, devices[device].wifiOrder.last ?? time)
        let end = max(time, newest.advanced(byMilliseconds: -1))
        if due <= end { _ = runTimers(of: device, to: end, &effects) }
    }

    /// Takes the held observations that arrived by a moment, and those stamped before them; says whether
    /// there was any.
    mutating func release(_ device: Int, arrivedBy time: Timestamp, _ effects: inout Effects) -> Bool {
        let due = devices[device].releaseHeld(arrivedBy: time)
        if !due.isEmpty { noteChange(device) }
        for observation in due {
            let outcome = accept(observation, device, &effects)
            effects.released.append(.init(device: device, outcome: outcome))
        }
        return !due.isEmpty
    }

    /// Milliseconds that observations are held.
    var hold: Int64 { Seconds.milliseconds(context.stream.reorder) }

    /// Takes what a device still has to wait for: the end of a recording, after which nothing earlier can
    /// come.
    public mutating func flush(device: Int, _ effects: inout Effects) {
        _ = release(device, arrivedBy: .distantFuture, &effects)
        settleLate(device, &effects)
        schedule(device)
    }

    /// Follows up what a device's step has brought: who is inside, its groups, the fences that go with it,
    /// its next timer.
    mutating func conclude(
        _ device: Int,
        since mark: Effects.Mark,
        learns: Bool = false,
        _ effects: inout Effects
    ) {
        noteOccupants(device, since: mark, effects)
        if !context.fences.groups.isEmpty { regroup(device, since: mark, learns: learns, &effects) }
        schedule(device)
        if !context.fences.followers.isEmpty { moveFollowers(device, &effects) }
    }

    /// Whether a step may have something to follow up that has changed no side, and begun or ended no visit:
    /// a timer that moves with each message, a fence that goes with the device.
    private mutating func isFollowedUp(_ device: Int) -> Bool {
        devices[device].mayHaveTimers || !context.fences.needs.staleTimes.isEmpty
            || !context.fences.followers.isEmpty || !places.isEmpty && isQueuedTooLate(device)
    }

    /// Whether a device's visit may end for want of fixes before the device's turn in the queue comes.
    ///
    /// Each fix puts that end off, so it is seldom so.
    @inline(never)
    private mutating func isQueuedTooLate(_ device: Int) -> Bool {
        let end = visitDeadline(device)
        guard end < .distantFuture else { return false }
        let due = end.advanced(byMilliseconds: devices[device].lag + context.timerWait)
        return devices[device].queuedAt.map { $0 > due } ?? true
    }

    /// Keeps who has come into which fence, or left it.
    mutating func noteOccupants(_ device: Int, since mark: Effects.Mark, _ effects: Effects) {
        guard effects.occupancy.count > mark.occupancy else { return }
        for change in effects.occupancy[mark.occupancy...] where change.device == device {
            let isInside = isInside(change)
            occupants.set(devices[device].id, in: change.fence, isInside)
        }
    }

    /// Whether a device is inside a fence, as its status is reported.
    func isInside(_ pair: Effects.Pair) -> Bool {
        guard let entry = context.fences[pair.fence] else { return false }
        return devices[pair.device].status(pair.fence, entry) == .inside
    }
}

extension DeviceState {
    /// Puts an observation among those that wait, by its time; of equals the first stays first.
    mutating func hold(_ observation: Observation) {
        let index = held.lastIndex { $0.time <= observation.time }.map { $0 + 1 } ?? 0
        held.insert(observation, at: index)
    }

    /// Removes the observations that arrived by a moment, with those stamped before them, in the order of
    /// their stamps.
    mutating func releaseHeld(arrivedBy time: Timestamp) -> [Observation] {
        guard let last = held.lastIndex(where: { $0.arrival <= time }) else { return [] }
        defer { held.removeFirst(last + 1) }
        return Array(held[...last])
    }
}

extension Effects {
    /// How far effects had come at some point.
    struct Mark {
        let events: Int
        let occupancy: Int
        let positions: Int
    }

    var mark: Mark {
        Mark(events: events.count, occupancy: occupancy.count, positions: positions.count)
    }
}
