import GeofenceCore

/// Retained statuses that go by and by: with few fences those of all pairs are published, and with one more
/// only those that say something.
///
/// At once that would be as many messages as there are devices times fences.
struct StatusSweep {
    /// Fences that every device may have a status of that goes.
    private(set) var fences: [Identifier] = []
    private(set) var groups: [Identifier] = []
    /// Devices with lower numbers have none any more.
    private(set) var next = 0

    init() {}

    /// Begins with what is no longer published; what had yet to go still goes.
    mutating func begin(_ fences: [Identifier], _ groups: [Identifier]) {
        self.fences = Set(self.fences).union(fences).sorted()
        self.groups = Set(self.groups).union(groups).sorted()
        next = 0
    }

    /// Topics that go in one slice, and pairs that are looked at for it, but for the last device.
    private static let slice = (topics: 1000, pairs: 20_000)

    /// The topics that go of the next devices; nil at the end.
    mutating func nextTopics(_ tracker: borrowing Tracker, _ topics: Topics) -> [String]? {
        let limit = tracker.engine.deviceLimit
        guard next < limit else { return nil }
        var (gone, pairs): ([String], Int) = ([], 0)
        while next < limit, gone.count < Self.slice.topics, pairs < Self.slice.pairs {
            gone += self.topics(of: next, tracker, topics)
            pairs += 1 + fences.count + groups.count
            next += 1
        }
        return gone
    }

    /// The topics of a device that have yet to go.
    func topics(ofDeviceAhead device: Int, _ tracker: borrowing Tracker, _ topics: Topics) -> [String] {
        device < next ? [] : self.topics(of: device, tracker, topics)
    }

    private func topics(of device: Int, _ tracker: borrowing Tracker, _ topics: Topics) -> [String] {
        guard tracker.engine.hasDevice(device) else { return [] }
        let id = tracker.engine.deviceID(device)
        let own = tracker.engine.unreported(fences, device: device).map { topics.status(id, $0) }
        let shared = tracker.engine.unreported(groups: groups, device: device)
        return own + shared.map { topics.group($0, id) }
    }
}

// MARK: - Bytes

extension StatusSweep {
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.list(fences) { $0.text($1.description) }
        writer.list(groups) { $0.text($1.description) }
        writer.count(UInt64(next))
        return writer.bytes
    }

    init(from bytes: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(bytes)
        fences = try reader.list { reader throws(DamagedBytes) in try reader.identifier() }
        groups = try reader.list { reader throws(DamagedBytes) in try reader.identifier() }
        next = Int(clamping: try reader.count())
    }
}
