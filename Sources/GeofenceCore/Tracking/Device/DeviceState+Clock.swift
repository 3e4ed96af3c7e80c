extension DeviceState {
    /// Something that is due without any message.
    fileprivate struct Due {
        enum Kind: Int {
            case wifiExpires
            case fenceChanges
            case exitHoldEnds
            case enterHoldEnds
            case dwell
            case silence
        }
        let time: Timestamp
        let kind: Kind
        /// Of the record it concerns; for a silence any.
        let index: Int
        /// The dwell time that has come.
        var dwell: Int64 = 0

        /// Earlier first; at one moment by kind, then by fence id.
        func precedes(_ other: Due, _ fences: borrowing FenceTable, _ pairs: PairRecords) -> Bool {
            if time != other.time { return time < other.time }
            if kind != other.kind { return kind.rawValue < other.kind.rawValue }
            guard let a = fences[pairs[index].fence], let b = fences[pairs[other.index].fence] else {
                return false
            }
            return a.fence.id < b.fence.id
        }
    }

    /// When the next timer of this device is due, in the device's own time; nil where none runs.
    mutating func nextDue(_ fences: borrowing FenceTable) -> Timestamp? {
        next(fences)?.time
    }

    private mutating func next(_ fences: borrowing FenceTable) -> Due? {
        var best: Due?
        for slot in active {
            let (index, found) = position(of: slot)
            guard found, pairs[index].waits || fences.sketches[Int(slot)].hasTimers, let entry = fences[slot],
                let due = due(index, entry)
            else { continue }
            if best.map({ due.precedes($0, fences, pairs) }) ?? true { best = due }
        }
        guard let silent = nextSilence(fences), silent < best?.time ?? .distantFuture else { return best }
        return Due(time: silent, kind: .silence, index: 0)
    }

    /// The earliest timer of one fence.
    private func due(_ index: Int, _ entry: FenceEntry) -> Due? {
        let pair = pairs[index]
        var best: Due?
        func offer(_ time: Timestamp, _ kind: Due.Kind, _ dwell: Int64 = 0) {
            let isFirst = best.map { (time, kind.rawValue) < ($0.time, $0.kind.rawValue) } ?? true
            if isFirst { best = Due(time: time, kind: kind, index: index, dwell: dwell) }
        }
        if let expiry = entry.wifiExpiry, pair.via.contains(.wifi), let wifi {
            // Silence must last longer than the expiry: a report at its very end is in time.
            offer(wifi.time.advanced(byMilliseconds: expiry).advanced(byMilliseconds: 1), .wifiExpires)
        }
        if let change = pair.nextChange { offer(change, .fenceChanges) }
        if !isStale(entry), let since = pair.pendingSince {
            if pair.status == .inside {
                offer(since.advanced(byMilliseconds: entry.exitAfter), .exitHoldEnds)
            } else {
                offer(since.advanced(byMilliseconds: entry.enterAfter), .enterHoldEnds)
            }
        }
        if pair.status == .inside, !isStale(entry),
            let dwell = entry.dwell.first(where: { $0 > pair.lastDwell }),
            pair.pendingSince.map({ $0 < pair.since.advanced(byMilliseconds: dwell) }) ?? true
        {
            // Due before the message that began the hold of an exit: it was in a silence, and the device may
            // have been gone by then.
            offer(pair.since.advanced(byMilliseconds: dwell), .dwell, dwell)
        }
        return best
    }

    /// Lets all timers run that are due up to and at a moment of the device's own time; says whether any was.
    mutating func advance(
        to time: Timestamp,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) -> Bool {
        var fired = false
        while let due = next(context.fences), due.time <= time {
            fired = true
            if due.kind == .silence {
                fallSilent(at: due.time, &context, &effects)
            } else if let entry = context.fences[pairs[due.index].fence] {
                fire(due, entry, &context, &effects)
            }
        }
        return fired
    }

    private mutating func fire(
        _ due: Due,
        _ entry: FenceEntry,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        let slot = pairs[due.index].fence
        let first = effects.decisions.count
        explain(due.verdict(entry), slot, at: due.time, &context, &effects)
        let step = Step(time: due.time, cause: .timer)
        switch due.kind {
        case .wifiExpires:
            let end = due.time.advanced(byMilliseconds: -1)
            let step = Step(time: end, cause: .expired)
            let before = pairs[due.index].via
            pairs[due.index].via.remove(.wifi)
            decide(due.index, entry, step, &effects, before: before)
        case .fenceChanges: change(due.index, entry, step, &effects)
        case .exitHoldEnds, .enterHoldEnds:
            settle(due.index, entry, step, confirmed: due.time, &effects)
        case .dwell:
            pairs[due.index].lastDwell = due.dwell
            send(.dwell(due.dwell), due.index, entry, at: due.time, step, &effects)
        case .silence: break
        }
        concludeDecisions(from: first, nil, &context, &effects)
    }

    /// The fence opens or closes, or its time ends: that is certain, and no hold waits for more.
    private mutating func change(
        _ index: Int,
        _ entry: FenceEntry,
        _ step: Step,
        _ effects: inout Effects
    ) {
        let isEnd = entry.fence.schedule?.expires == step.time
        let step = Step(
            time: step.time,
            cause: isEnd ? .expired : .schedule,
            isCertain: true
        )
        decide(index, entry, step, &effects, before: pairs[index].via)
    }
}

extension DeviceState.Due {
    fileprivate func verdict(_ entry: FenceEntry) -> Decision.Verdict {
        switch kind {
        case .wifiExpires: .offNetwork
        case .fenceChanges: entry.isOpen(at: time) ? .opened : .closed
        case .exitHoldEnds, .enterHoldEnds, .dwell: .due
        case .silence: .stale
        }
    }
}
