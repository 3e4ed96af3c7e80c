import GeofenceCore

/// Statuses that are no longer published for so many devices that they go by and by, and are kept in mind
/// over restarts.
extension TopicOutput {
    /// Keeps in mind what is no longer published, and has all published that is now.
    mutating func noteOtherReporting(_ effects: Effects, _ port: inout OutputPort) {
        if effects.reportsMore { port.refresh(self) }
        guard !effects.unreportedFences.isEmpty || !effects.unreportedGroups.isEmpty else { return }
        var begun = sweep ?? StatusSweep()
        begun.begin(effects.unreportedFences, effects.unreportedGroups)
        keep(begun, &port)
    }

    /// One of a pair that stands by waits: how far the other has come it can't know, so that it goes through
    /// all of it when it leads.
    func hasWork(_ port: borrowing OutputPort) -> Bool {
        sweep != nil && port.hasRoom && !port.outbox.isHeld
    }

    /// Has some more statuses go, where there is room.
    mutating func goOnSweeping(_ tracker: borrowing Tracker, _ port: inout OutputPort) {
        guard hasWork(port), var rest = sweep else { return }
        guard let gone = rest.nextTopics(tracker, port.topics) else {
            return keep(nil, &port)
        }
        for topic in gone { port.clear(topic) }
        keep(rest, &port)
    }

    private mutating func keep(_ rest: StatusSweep?, _ port: inout OutputPort) {
        sweep = rest
        port.note(Self.bytes(of: rest), of: self)
    }
}

// MARK: - Memory beyond the process

extension TopicOutput {
    /// Nothing where nothing is left to go.
    private static func bytes(of sweep: StatusSweep?) -> [UInt8] { sweep?.bytes ?? [] }

    var checkpoint: [UInt8]? { hasUnsavedSweep ? Self.bytes(of: sweep) : nil }

    mutating func didCheckpoint() { hasUnsavedSweep = false }

    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes) {
        try recall(bytes)
        hasUnsavedSweep = false
    }

    mutating func recall(_ note: [UInt8]) throws(DamagedBytes) {
        sweep = note.isEmpty ? nil : try StatusSweep(from: note)
    }
}
