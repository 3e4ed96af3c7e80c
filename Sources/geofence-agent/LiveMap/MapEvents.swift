import GeofenceCore

/// The newest events of a watch, for all viewers.
struct MapEvents {
    /// An event as it is sent.
    struct Entry {
        let number: Int
        let device: Identifier
        let text: [UInt8]
    }

    /// Events that a new viewer is sent at once.
    static let recent = 50

    private var entries: [Entry] = []
    /// The number of the next event.
    private(set) var next = 1

    /// The number of the oldest that is there; else of the next.
    var first: Int { entries.first?.number ?? next }

    /// Adds an event of a device that calls itself by a name; the oldest goes where there are many.
    mutating func add(_ event: Event, _ additions: EventAdditions, name: String? = nil) {
        let text = Reports.event(event, additions, names: name.map { [event.device: $0] } ?? [:])
        add(text, of: event.device)
    }

    /// Adds an event that is written already.
    mutating func add(_ text: [UInt8], of device: Identifier) {
        entries.append(Entry(number: next, device: device, text: text))
        next += 1
        if entries.count >= 2 * MapUpdate.mostEvents {
            entries.removeFirst(entries.count - MapUpdate.mostEvents)
        }
    }

    /// Leaves out events that were lost on the way; those before go, too, so that a gap is seen.
    mutating func skip(_ count: Int) {
        guard count > 0 else { return }
        next += count
        entries.removeAll()
    }

    /// Drops all of a device that is forgotten.
    mutating func drop(_ device: Identifier) { entries.removeAll { $0.device == device } }

    /// The first event with a number, or a later one.
    func entry(from number: Int) -> Entry? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < entries.count ? entries[low] : nil
    }
}
