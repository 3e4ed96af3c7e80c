import GeofenceCore

/// What the journal holds: the engine's inputs, as they came.
enum JournalEntry: UInt8 {
    case observation
    case advance
    case fences
    case override
    case announced
    case phone
    case phoneHeard
    case learned
    /// Of all devices at once; no longer written.
    case purge
    case regions
    case purgeOf
    case past
    case streamed
    case admitted
}

extension Agent {
    /// Writes an observation into the journal.
    mutating func record(_ observation: Observation, _ device: Int, _ mark: Redelivery.Mark?) {
        journal.byte(JournalEntry.observation.rawValue)
        journal.text(engine.deviceID(device).description)
        observation.write(to: &journal)
        record(mark)
    }

    /// Ends an entry with the mark of the message that it came by, if it may come again.
    mutating func record(_ mark: Redelivery.Mark?) {
        let packet = mark?.packet ?? 0
        journal.count(UInt64(packet))
        if let mark, packet != 0 {
            journal.count(mark.hash)
            redelivery.note(mark)
        }
        journalled += 1
    }

    /// Lets the clock run: the timers of all devices up to a moment.
    mutating func advance(to now: Timestamp) {
        guard let due = engine.nextDeadline, due <= now else { return }
        guard engine.advance(to: now, &effects) else { return }
        journal.byte(JournalEntry.advance.rawValue)
        journal.timestamp(now)
        journalled += 1
        let moved = Set(effects.released.lazy.filter(\.outcome.accepted).map(\.device)).sorted()
        for device in moved { surround(device, at: now) }
        deliver(at: now)
        for device in moved { tellNearby(device, at: now) }
    }

    /// Goes through what a journal holds; what it brings about was kept when it was written.
    mutating func replay(_ entries: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(entries)
        while !reader.isAtEnd {
            switch JournalEntry(rawValue: try reader.byte()) {
            case .observation: try replayObservation(&reader)
            case .advance:
                _ = engine.advance(to: try reader.timestamp(), &effects)
                journalled += 1
            case .fences: apply(try FenceChange(from: &reader))
            case .override: apply(try OverrideChange(from: &reader))
            case .announced: try replayAnnounced(&reader)
            case .phone: try replayPhone(&reader)
            case .phoneHeard: try replayHearing(&reader)
            case .learned: try replayLearned(&reader)
            case .purge: purgePlaces(of: engine.deviceNumbers, before: try reader.timestamp())
            case .purgeOf: try replayPurge(&reader)
            case .past: try replayPast(&reader)
            case .regions: apply(try RegionChange(from: &reader))
            case .streamed: try replayStreamed(&reader)
            case .admitted:
                _ = engine.admit(try reader.identifier())
                journalled += 1
            case nil: throw reader.damaged
            }
            keepHistory()
            effects.removeAll()
        }
    }

    private mutating func replayObservation(_ reader: inout ByteReader) throws(DamagedBytes) {
        let device = engine.admit(try reader.identifier())
        let observation = try Observation(from: &reader)
        _ = engine.observe(observation, device: device, &effects)
        try replayMark(&reader)
    }

    /// Takes the end of an entry.
    mutating func replayMark(_ reader: inout ByteReader) throws(DamagedBytes) {
        journalled += 1
        let packet = try reader.count()
        guard packet != 0 else { return }
        redelivery.note(.init(packet: UInt16(truncatingIfNeeded: packet), hash: try reader.count()))
    }
}
