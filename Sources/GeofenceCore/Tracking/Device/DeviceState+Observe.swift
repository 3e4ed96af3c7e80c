extension DeviceState {
    /// Takes one observation in its order, without what is late, repeated or not to be believed.
    mutating func observe(
        _ observation: Observation,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) -> Outcome {
        var outcome = Outcome()
        var news = observation
        let time = observation.time
        news.fix = news.fix.flatMap { isFresh(time, $0.coordinate, fixOrder, &outcome) ? $0 : nil }
        let late = lateFix(observation, context, &outcome)
        news.wifi = news.wifi.flatMap { isFresh(time, $0, wifiOrder, &outcome) ? $0 : nil }
        if let fix = news.fix, !news.isManual {
            switch plausibility(of: fix, at: time, context.fences, context.stream.maxSpeed) {
            case .plausible: suspect = nil
            case .confirming: acceptSuspect(news, &context, &effects)
            case .repeated:
                outcome.duplicate = true
                news.fix = nil
            case .doubtful:
                outcome.implausible = true
                suspect = Stamped(time: time, value: fix)
                news.fix = nil
            case .nowhere:
                outcome.implausible = true
                news.fix = nil
            }
        }
        guard news.fix != nil || news.wifi != nil || late != nil else { return outcome }
        accept(news, late: late, &context, &effects, &outcome)
        return outcome
    }

    /// A fix that is late for the device, but maybe not for the fences that have refused what came after it.
    private func lateFix(
        _ observation: Observation,
        _ context: borrowing StepContext,
        _ outcome: inout Outcome
    ) -> Fix? {
        guard outcome.late, let fix = lateFix(observation, context) else { return nil }
        outcome.late = false
        return fix
    }

    private func lateFix(_ observation: Observation, _ context: borrowing StepContext) -> Fix? {
        guard !earlier.isEmpty, let fix = observation.fix,
            isPlausible(fix, at: observation.time, context.fences, context.stream.maxSpeed)
        else { return nil }
        return fix
    }

    /// Whether any fence goes by a fix that is late for the device.
    func usesLate(_ observation: Observation, _ context: borrowing StepContext) -> Bool {
        guard let fix = lateFix(observation, context),
            fixOrder.verdict(observation.time, fix.coordinate) == .late
        else { return false }
        let place = GeodesicPoint(fix.coordinate)
        return earlier.entries.contains { entry in
            question(entry, of: fix, at: place, observation.time, context.fences)?.isRefused == false
        }
    }

    /// Whether any part of an observation is neither late nor repeated.
    func isNews(_ observation: Observation) -> Bool {
        let fix = observation.fix.map {
            isSuspect($0, observation.time) ? .duplicate : fixOrder.verdict(observation.time, $0.coordinate)
        }
        return fix == .new || observation.wifi.map { wifiOrder.verdict(observation.time, $0) } == .new
    }

    private func isFresh<Value: Hashable>(
        _ time: Timestamp,
        _ value: Value,
        _ order: ArrivalOrder<Value>,
        _ outcome: inout Outcome
    ) -> Bool {
        switch order.verdict(time, value) {
        case .new: return true
        case .late: outcome.late = true
        case .duplicate: outcome.duplicate = true
        }
        return false
    }

    /// The next fix is where the one before it was that nobody believed: both count.
    private mutating func acceptSuspect(
        _ next: Observation,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        guard let confirmed = suspect else { return }
        suspect = nil
        var outcome = Outcome()
        var earlier = Observation(time: confirmed.time, arrival: next.arrival, fix: confirmed.value)
        earlier.rest = next.rest
        accept(earlier, late: nil, &context, &effects, &outcome)
        nextTimer = nextDue(context.fences)
    }

    /// The device's timers first, then the way to the new place, then both parts together, then all decisions
    /// in order.
    private mutating func accept(
        _ news: Observation,
        late: Fix?,
        _ context: inout StepContext,
        _ effects: inout Effects,
        _ outcome: inout Outcome
    ) {
        let time = news.time
        let (watchesSpeed, watchesWay) = (context.fences.needs.speeds, context.fences.needs.crossings)
        let before = watchesSpeed ? (fix: fix, earlier: earlier, hand: placedByHand) : nil
        let firstDecision = effects.decisions.count
        let isNew = news.fix != nil || news.wifi != nil
        if isNew, let nextTimer, nextTimer <= time { _ = advance(to: time, &context, &effects) }
        let wasResting = watchesWay && isResting
        let rest = RestFix(updateRest(news, context.stream), self.rest)
        if watchesWay, !news.isManual, let fix = news.fix {
            // Where one fix ends a rest, the way to one that is withheld is as likely as that to any other.
            let isWay = rest.step == .withheld && (news.rest ?? context.stream.rest) == .oneFix
            let isAtRest = wasResting && rest.step != nil && rest.step != .moving && !isWay
            cross(to: fix, at: time, isAtRest: isAtRest, &context, &effects)
        }

        let firstEvent = effects.events.count
        context.scratch.begin()
        if let fix = news.fix { judge(fix, rest, at: time, &context, &effects) }
        if let wifi = news.wifi { accept(wifi, at: time, &context, &effects) }
        outcome.inaccurate = news.fix != nil && context.scratch.isVague
        let usesLate = late.map { judgeLate($0, at: time, &context, &effects) } ?? false
        if late != nil, !usesLate { outcome.late = true }
        outcome.accepted = isNew || usesLate
        if let fix = news.fix {
            keep(fix, at: time, refusedBy: context.scratch.refused)
            noteHand(news.isManual ? time : nil)
            if effects.keepsTrack || context.scratch.keepsPositions, !news.isManual {
                effects.positions.append(.init(device: number, time: time, fix: fix))
            }
        }
        if let wifi = news.wifi {
            keep(wifi, at: time)
            if effects.keepsTrack, !news.isManual {
                effects.networks.append(.init(device: number, time: time, report: wifi))
            }
        }
        if isNew {
            noteLag(news.arrival.millisecondsSince(time))
            hear(at: time, &context, &effects)
        }
        decideTouched(time, news.fix ?? late, &context, &effects, isManual: news.isManual)
        if let before, !news.isManual, let fix = news.fix ?? late {
            let (now, after) = (Stamped(time: time, value: fix), (fix: self.fix, earlier: earlier))
            watchSpeed(of: now, &context, &effects) { slot in
                // One that is sent again was judged when it first came.
                let used = before.earlier.fix(slot, orLast: before.fix)
                let last = used?.time == before.hand ? nil : used
                guard used != now, after.earlier.fix(slot, orLast: after.fix) == now else { return nil }
                return .some(last)
            }
        }
        effects.sortEvents(from: firstEvent)
        concludeDecisions(from: firstDecision, news.fix ?? late, &context, &effects)
    }

    /// Notes by how much stamps run behind their arrival.
    ///
    /// A device's clock may be ahead a little, which is nothing to wait for. Much ahead is one whose time
    /// goes on after the clock of arrivals was set back, and so is a little where it was before.
    mutating func noteLag(_ new: Int64) {
        lag = new < 0 && lag >= 0 && new >= -StampCheck.farthestAhead ? 0 : new
    }

    /// Keeps a fix as the newest of its kind.
    mutating func keep(_ fix: Fix, at time: Timestamp, refusedBy refused: [Int32]) {
        if !refused.isEmpty || !earlier.isEmpty { earlier.refuse(refused, before: self.fix) }
        if !hasOwnFixOrder, self.fix?.time != time {
            self.fix = Stamped(time: time, value: fix)
        } else {
            var order = fixOrder
            order.note(time, fix.coordinate)
            self.fix = Stamped(time: time, value: fix)
            fixOrder = order
        }
        if firstFix == nil { firstFix = time }
    }

    /// Notes whether the last fix is a person's, and until when it counts.
    private mutating func noteHand(_ time: Timestamp?) {
        if let time { return placedByHand = time }
        guard let hand = placedByHand, !earlier.entries.contains(where: { earlier.fix($0)?.time == hand })
        else { return }
        placedByHand = nil
    }

    /// Keeps a WiFi report as the newest.
    private mutating func keep(_ report: WiFiReport, at time: Timestamp) {
        wifi = Stamped(time: time, value: report)
        wifiOrder.note(time, report)
        if firstWiFi == nil { firstWiFi = time }
    }

    /// Decides the fences that an observation touched, in the order in which it did.
    mutating func decideTouched(
        _ time: Timestamp,
        _ fix: Fix?,
        _ context: inout StepContext,
        _ effects: inout Effects,
        isManual: Bool = false
    ) {
        for touched in context.scratch.touched {
            let (index, found) = position(of: touched.slot)
            guard found, !pairs[index].isSettled(since: touched), let entry = context.fences[touched.slot]
            else {
                continue
            }
            let changed = pairs[index].via.symmetricDifference(touched.before)
            let isNetwork = changed == .wifi
            let step = Step(
                time: time,
                cause: isManual ? .manual : isNetwork ? .wifi : .position,
                fix: isNetwork ? nil : fix
            )
            decide(index, entry, step, &effects, before: touched.before)
        }
    }

    /// Makes sure that there is a record of a fence and that it will be decided; gives its index.
    mutating func touch(_ slot: Int32, _ entry: FenceEntry, _ scratch: inout Scratch) -> Int {
        let (index, found) = position(of: slot)
        if !found { addPair(slot, entry, impliedStatus(entry)) }
        scratch.touch(pairs[index])
        return index
    }
}
