import GeofenceCore

/// The way of an input: it is applied, kept in the journal, and followed up by what it has brought about.
extension Agent {
    /// Fences set at run time, by id.
    var runtimeFences: [Identifier: Fence] { _read { yield tracker.runtimeFences } }
    /// Devices whose position or network is set by hand.
    var overrides: [Identifier: Override] { _read { yield tracker.overrides } }
    /// Fences that zones have become.
    var zoneFences: ZoneFences { _read { yield tracker.zoneFences } }

    /// Applies an input and, where it has changed anything, keeps it in the journal; says whether it has.
    @discardableResult
    mutating func perform(_ input: Input) -> Bool {
        guard tracker.apply(input, &effects) else { return false }
        // What an output has noted itself can't be damaged.
        try? remember(input)
        port.journal.append(input)
        return true
    }

    /// Keeps that a message was handled that changes nothing else, where the broker may send it again.
    mutating func noteReceived(_ mark: Redelivery.Mark?) {
        if let mark, mark.packet != 0 { perform(.received(mark: mark)) }
    }

    /// Takes notice of what is kept beside the tracker: half of a report, and what outputs have noted.
    mutating func remember(_ input: Input) throws(DamagedBytes) {
        switch input {
        case .partialReport(let report, let key, _): intake.streamed[key] = report
        case .monitoring(let change) where !change.isOn && change.fence == nil:
            intake.streamed.forget(change.device)
        case .output(let name, let note): try outputs.recall(note, of: name)
        default: break
        }
    }

    /// Has timers run on though the clock was set back.
    mutating func clockWasSetBack(byMilliseconds step: Int64) {
        perform(.setBack(min(step, Input.longestStep)))
    }

    /// Lets the clock run: the timers of all devices up to a moment.
    ///
    /// Where the outbox is crowded, or the clock is far behind, it runs in small steps. It stands still once
    /// there is no room, and until the next turn where very much has come of it.
    mutating func advance(to now: Timestamp) {
        let most = port.outbox.newestNumber + Self.mostRowsOfClock
        while let due = tracker.engine.nextDeadline, due <= now, port.outbox.newestNumber < most {
            let isSlow = port.outbox.isCrowded || now.millisecondsSince(due) > Self.clockStep
            let step = isSlow ? min(now, due.advanced(byMilliseconds: Self.clockStep)) : now
            if perform(.clock(step)) { followUp(at: now) }
            guard step < now, !port.outbox.isFull else { return }
        }
    }

    /// Milliseconds that the clock runs at once where the outbox is crowded, or the clock far behind.
    private static let clockStep: Int64 = 100

    /// Rows of the outbox after which timers wait for the next turn.
    static let mostRowsOfClock: Int64 = 5000

    /// Follows up what an input has brought about: first the fences around points near the devices that have
    /// moved, then all that is published.
    mutating func followUp(at now: Timestamp) {
        for released in effects.released {
            port.counters.note(released.outcome)
            if released.outcome.accepted { effects.accepted.append(released.device) }
        }
        if port.settings.pois?.settings.hasRegions == true {
            let devices = effects.accepted.count > 1 ? Set(effects.accepted).sorted() : effects.accepted
            for device in devices { updatePOIFences(of: device) }
        }
        deliver(at: now)
    }

    /// Performs what outputs have answered with.
    mutating func followUp(_ inputs: [Input], at now: Timestamp) {
        for input in inputs {
            if case .fences(let change) = input { self.change(change, at: now) } else { perform(input) }
        }
    }

    /// Goes through what a journal holds; what it brought about was kept when it was written.
    mutating func replay(_ entries: [UInt8]) throws(DamagedBytes) {
        let readable = Journal.read(entries) { input throws(DamagedBytes) in
            _ = tracker.apply(input, &effects)
            try remember(input)
            port.journal.didRecover()
            outputs.recover(effects.contents, effects, tracker)
            effects.removeAll()
        }
        if let damage = readable.damage { throw damage }
    }
}
