import GeofenceCore

/// With other points all devices have a new look taken at them, by and by where there are very many, and
/// over restarts.
extension NearbyOutput {
    /// Devices that are looked at in one slice.
    private static let slice = 1000

    /// What is near each device was found among points that are others now.
    mutating func pointsChanged(_ tracker: borrowing Tracker, _ port: inout OutputPort) {
        records.removeAll()
        travel.reset([])
        keep(tracker.engine.deviceLimit > 0 ? 0 : nil, &port)
    }

    /// One of a pair that stands by waits, as with statuses that go.
    func isSweepDue(_ port: borrowing OutputPort) -> Bool {
        sweep != nil && port.hasRoom && !port.outbox.isHeld
    }

    /// Looks at some devices more, where there is room; where nothing is near one any more, its topic goes.
    mutating func goOnSweeping(_ tracker: borrowing Tracker, _ port: inout OutputPort) {
        guard isSweepDue(port), let first = sweep else { return }
        let limit = tracker.engine.deviceLimit
        let end = min(first + Self.slice, limit)
        for device in min(first, end)..<end
        where tracker.engine.hasDevice(device) && tracker.engine.hasFix(device) {
            publish(device, tracker, &port)
            guard records[device]?.points.isEmpty ?? true else { continue }
            port.clear(port.topics.nearby(tracker.engine.deviceID(device)))
        }
        keep(end < limit ? end : nil, &port)
    }

    /// Whether the topic of a device may still say what was near it among other points.
    func isAhead(_ device: Int) -> Bool { sweep.map { device >= $0 } ?? false }

    private mutating func keep(_ next: Int?, _ port: inout OutputPort) {
        guard next != nil || sweep != nil else { return }
        sweep = next
        port.note(bytes, of: self)
    }
}

// MARK: - Memory beyond the process

extension NearbyOutput {
    /// The first device that is yet to be looked at; nothing where there is none.
    private var bytes: [UInt8] {
        guard let sweep else { return [] }
        var writer = ByteWriter()
        writer.count(UInt64(sweep))
        return writer.bytes
    }

    var checkpoint: [UInt8]? { hasUnsavedSweep ? bytes : nil }

    mutating func didCheckpoint() { hasUnsavedSweep = false }

    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes) {
        try recall(bytes)
        hasUnsavedSweep = false
    }

    mutating func recall(_ note: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(note)
        sweep = note.isEmpty ? nil : Int(clamping: try reader.count())
    }
}
