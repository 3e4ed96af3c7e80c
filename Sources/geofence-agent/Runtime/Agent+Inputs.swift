import GeofenceCore

/// The way of an input: it is applied, kept in the journal, and followed up by what it has brought about.
extension Agent {
    /// The engine, to be asked; only inputs change it.
    var engine: Engine { _read { yield tracker.engine } }
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
        remember(input)
        journal.append(input)
        return true
    }

    /// Takes notice of what is kept beside the tracker: half of a report, and what outputs have told.
    private mutating func remember(_ input: Input) {
        switch input {
        case .partialReport(let report, let key, _): streamed[key] = report
        case .output(.announced(let subject, let record)): announcements.records[subject] = record
        case .output(.phone(let id, let phone)): phones[id] = phone
        case .output(.address(let id, let topic)): phones[id, default: Phone()].hear(on: topic)
        default: break
        }
    }

    /// Lets the clock run: the timers of all devices up to a moment.
    mutating func advance(to now: Timestamp) {
        guard let due = engine.nextDeadline, due <= now, perform(.clock(now)) else { return }
        let moved = Set(effects.released.lazy.filter(\.outcome.accepted).map(\.device)).sorted()
        followUp(moved, at: now)
    }

    /// Follows up what an input has brought about: first the fences around points near the devices that have
    /// moved, then all that is published.
    ///
    /// - Returns: the devices whose topic was published with it.
    @discardableResult
    mutating func followUp(_ moved: [Int], at now: Timestamp) -> Set<Int> {
        for device in moved { updatePOIFences(of: device) }
        let published = deliver(at: now)
        for device in moved { enqueueNearby(device, at: now) }
        return published
    }

    /// Goes through what a journal holds; what it brought about was kept when it was written.
    mutating func replay(_ entries: [UInt8]) throws(DamagedBytes) {
        let readable = Journal.read(entries) { input in
            _ = tracker.apply(input, &effects)
            remember(input)
            journal.didRecover()
            keepHistory()
            effects.removeAll()
        }
        if let damage = readable.damage { throw damage }
    }
}
