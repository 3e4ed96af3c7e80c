/// Late fixes change no status, but with `lateEvents` they yield the enters and exits that they prove.
///
/// The device's recent past is run once more with what came late in its place; what that brings and nobody
/// has been reported of is sent. Of a fence that goes with a device nothing is proven: nobody knows where it
/// was.
extension Engine {
    /// Keeps what was taken, and what was late, with what was reported.
    mutating func keepHistory(
        _ observation: Observation,
        _ lateFix: Fix?,
        _ device: Int,
        _ outcome: inout Outcome,
        since mark: Effects.Mark,
        _ effects: Effects
    ) {
        // Taken out while it is changed: a second holder would make each change copy all of its inputs.
        let isKnown = histories.keys.contains(device)
        var history = histories.removeValue(forKey: device) ?? begunHistory(device)
        var news = observation
        if let lateFix {
            news.fix = nil
            let isKept = history.insertLate(lateFix, observation, &outcome)
            if isKept { waitForMore(observation, device) }
        }
        let isTaken = outcome.accepted || outcome.inaccurate || outcome.implausible
        if isTaken, isKnown, news.fix != nil || news.wifi != nil {
            let mayForget = devices[device].lateUntil == nil
            history.append(news, mayForget: mayForget, &context)
        }
        // What changes nothing begins no history, either: it is in no journal.
        outcome.isLateKept = outcome.late
        if isKnown || outcome.isChange { histories[device] = history }
        keepHistory(device, since: mark, upTo: observation.time, effects)
    }

    private func begunHistory(_ device: Int) -> LateHistory {
        var base = devices[device]
        base.nextTimer = base.nextDue(context.fences)
        return LateHistory(base: base)
    }

    /// Keeps what a step of the device's own time has reported.
    ///
    /// An event may say a later time than its step has: a fence that was set since the device's stamps has
    /// its changes then. The device's timers have not run up to there.
    mutating func keepHistory(
        _ device: Int,
        since mark: Effects.Mark,
        upTo time: Timestamp,
        _ effects: Effects
    ) {
        for event in effects.events[mark.events...] where event.device == devices[device].id && !event.isGroup
        {
            guard event.kind == .enter || event.kind.isExit, event.cause != .removed else { continue }
            histories[device]?.reported.append(LateHistory.Reported(event, upTo: time))
        }
    }

    private mutating func waitForMore(_ observation: Observation, _ device: Int) {
        let now = observation.arrival.advanced(byMilliseconds: -devices[device].lag)
        let newest = max(now, devices[device].fixOrder.last ?? now)
        devices[device].lateUntil = newest.advanced(byMilliseconds: LateHistory.patience)
    }

    /// Sends what late fixes have proven.
    mutating func settleLate(_ device: Int, _ effects: inout Effects) {
        guard devices[device].lateUntil != nil else { return }
        devices[device].lateUntil = nil
        noteChange(device)
        guard let history = histories[device] else { return }
        let events = Dictionary(grouping: history.events(&context), by: \.fence)
        for fence in events.keys.sorted()
        where context.fences.slot(of: fence).flatMap({ context.fences[$0] })?.anchor == nil {
            let reported = history.reported.filter { $0.fence == fence }
            for event in LateHistory.unreported(events[fence] ?? [], reported) {
                sendLate(event, device, upTo: history.end, &effects)
            }
        }
    }

    private mutating func sendLate(
        _ event: Event,
        _ device: Int,
        upTo end: Timestamp,
        _ effects: inout Effects
    ) {
        guard let slot = context.fences.slot(of: event.fence), let entry = context.fences[slot] else {
            return
        }
        if devices[device].pair(slot) == nil {
            devices[device].addPair(slot, entry, .outside)
        }
        let index = devices[device].position(of: slot).index
        devices[device].pairs[index].sequence &+= 1
        var late = event
        late.isLate = true
        late.sequence = devices[device].pairs[index].sequence
        effects.events.append(late)
        histories[device]?.reported.append(LateHistory.Reported(event, upTo: end))
        histories[device]?.reported.sort { $0.time < $1.time }
        guard event.kind == .enter else { return }
        devices[device].pairs[index].hasBeenInside = true
        effects.statuses.append(.init(device: device, fence: slot))
        let pair = devices[device].pairs[index]
        guard pair.status == .inside, event.time > pair.since else { return }
        // The visit that goes on has had a break: it began anew where that ended.
        devices[device].pairs[index].beginAnew(event.visit, at: event.time)
    }
}

extension LateHistory.Reported {
    fileprivate init(_ event: Event, upTo time: Timestamp) {
        self.init(
            fence: event.fence,
            isExit: event.kind.isExit,
            time: event.time,
            decided: min(event.confirmed ?? event.time, time)
        )
    }
}

extension DeviceState {
    /// The fix of an observation, if it is older than the last one.
    func lateFix(in observation: Observation) -> Fix? {
        observation.fix.flatMap { fixOrder.verdict(observation.time, $0.coordinate) == .late ? $0 : nil }
    }
}
