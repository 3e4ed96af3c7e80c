import GeofenceCore

/// All itineraries, with how far their devices have come.
struct ItineraryBook {
    /// A stop by its itinerary and its place there, from 0.
    struct StopPlace: Hashable {
        var itinerary: Identifier
        var index: Int
    }

    private(set) var entries: [Identifier: ItineraryEntry] = [:]
    /// By device: its itineraries.
    private(set) var ofDevice: [Identifier: Set<Identifier>] = [:]
    /// By fence: the stop that it is around.
    private(set) var stops: [Identifier: StopPlace] = [:]
    /// Whether the store's last checkpoint hasn't what stands here.
    var isNew = false

    /// How many are on.
    private(set) var activeCount = 0

    var isEmpty: Bool { entries.isEmpty }
    /// Ids, ascending.
    var ids: [Identifier] { entries.keys.sorted() }
    /// How many were set at run time.
    var ownCount: Int { entries.values.count(where: \.isOwn) }
    /// What the next new one is to have as its order.
    var nextOrder: UInt64 { (entries.values.map(\.order).max() ?? 0) &+ 1 }
    /// Devices that have any.
    var devices: [Identifier] { ofDevice.keys.sorted() }

    /// An itinerary; a new value takes the place of the one that was there.
    subscript(_ id: Identifier) -> ItineraryEntry? {
        get { entries[id] }
        set {
            unlink(id)
            if entries[id]?.state == .active { activeCount -= 1 }
            if newValue?.state == .active { activeCount += 1 }
            entries[id] = newValue
            link(id)
            isNew = true
        }
    }

    private mutating func unlink(_ id: Identifier) {
        guard let itinerary = entries[id]?.itinerary else { return }
        for fence in itinerary.fenceIDs { stops[fence.id] = nil }
        guard let device = itinerary.device else { return }
        ofDevice[device]?.remove(id)
        if ofDevice[device]?.isEmpty == true { ofDevice[device] = nil }
    }

    private mutating func link(_ id: Identifier) {
        guard let itinerary = entries[id]?.itinerary else { return }
        for fence in itinerary.fenceIDs { stops[fence.id] = StopPlace(itinerary: id, index: fence.index) }
        if let device = itinerary.device { ofDevice[device, default: []].insert(id) }
    }

    /// Changes what has become of an itinerary, and not the itinerary itself.
    mutating func update(_ id: Identifier, _ body: (inout ItineraryEntry) -> Void) {
        guard var entry = entries[id] else { return }
        body(&entry)
        guard let before = entries[id], entry != before else { return }
        activeCount += (entry.state == .active ? 1 : 0) - (before.state == .active ? 1 : 0)
        entries[id] = entry
        isNew = true
    }

    /// Forgets what has become of an itinerary.
    mutating func reset(_ id: Identifier) { update(id) { $0.reset() } }

    /// Whether a device has any.
    func has(_ device: Identifier) -> Bool { ofDevice[device] != nil }

    /// The itineraries of a device in the order in which they came.
    func of(_ device: Identifier) -> [ItineraryEntry] {
        (ofDevice[device] ?? []).compactMap { entries[$0] }.sorted {
            ($0.order, $0.itinerary.id) < ($1.order, $1.itinerary.id)
        }
    }

    /// The one that a device is on.
    func active(_ device: Identifier) -> ItineraryEntry? { of(device).first { $0.state == .active } }
}

// MARK: - For the store

extension ItineraryBook {
    /// All of it.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.list(ids.compactMap { entries[$0] }) { $1.write(to: &$0) }
        return writer.bytes
    }

    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(bytes)
        let list = try reader.list { reader throws(DamagedBytes) in try ItineraryEntry(from: &reader) }
        for entry in list { self[entry.itinerary.id] = entry }
        isNew = false
    }

    /// What has changed of one, for the journal; nil: it is gone.
    static func note(_ id: Identifier, _ entry: ItineraryEntry?) -> [UInt8] {
        var writer = ByteWriter()
        writer.text(id.description)
        writer.optional(entry) { $1.write(to: &$0) }
        return writer.bytes
    }

    mutating func recall(_ note: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(note)
        let id = try reader.identifier()
        let entry = try reader.optional { reader throws(DamagedBytes) in
            try ItineraryEntry(from: &reader)
        }
        guard entry == nil || entry?.itinerary.id == id else { throw reader.damaged }
        self[id] = entry
    }
}
