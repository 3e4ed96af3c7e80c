import GeofenceCore

/// The phones that are known, and to which of them something may have to be published.
struct Phones {
    private var phones: [Identifier: Phone] = [:] {
        didSet { isNew = true }
    }
    /// Whether the store's last checkpoint hasn't what stands here.
    var isNew = false
    /// Whose waypoint a fence is.
    private(set) var owners: [Identifier: Identifier] = [:]
    /// Those whose circles have to be looked at again.
    var pending = DiscoveryQueue()
    /// Whether all are to be looked at: at a start, and when fences or the configuration have changed.
    private(set) var wantsReview = true
    /// The circles that phones may be sent; nil where they have to be gathered.
    var circles: [(fence: Fence, circle: Circle)]?

    /// The phones by their ids.
    var all: [(id: Identifier, phone: Phone)] {
        phones.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// What is known of a phone; nil: it was never seen.
    subscript(_ id: Identifier) -> Phone? {
        get { phones[id] }
        set {
            for waypoint in phones[id]?.waypoints ?? [] { owners[waypoint.fence] = nil }
            phones[id] = newValue
            for waypoint in newValue?.waypoints ?? [] { owners[waypoint.fence] = id }
        }
    }

    /// What is known of a phone, to be changed in place but for its waypoints.
    subscript(_ id: Identifier, default new: Phone) -> Phone {
        get { phones[id, default: new] }
        _modify { yield &phones[id, default: new] }
    }

    /// The phone that has reported last on a topic; nil where none has.
    ///
    /// - Complexity: linear in the number of phones.
    func lastReporter(on topic: String) -> Identifier? {
        phones.filter { $0.value.address?.topic == topic }.map(\.key).min()
    }

    /// Fences or the configuration have changed.
    mutating func fencesChanged() {
        wantsReview = true
        circles = nil
    }

    /// All that are known wait to be looked at.
    mutating func review() {
        wantsReview = false
        for id in phones.keys.sorted() { pending.add(.device(id)) }
    }
}

extension Phones {
    /// For the store.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.list(all) { writer, entry in
            writer.text(entry.id.description)
            entry.phone.write(to: &writer)
        }
        return writer.bytes
    }

    /// Takes up what the store holds.
    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(bytes)
        let entries = try reader.list { reader throws(DamagedBytes) in
            (try reader.identifier(), try Phone(from: &reader))
        }
        for (id, phone) in entries { self[id] = phone }
    }
}
