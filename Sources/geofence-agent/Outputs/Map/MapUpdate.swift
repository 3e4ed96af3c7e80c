import GeofenceCore

/// A device as the live map shows it.
struct MapDevice: Hashable, Sendable {
    var id: Identifier
    /// Where it is and what it is inside, without fences that are not shown.
    var report: DeviceReport
    /// Per cent that are left in its battery; nil where it doesn't say it.
    var battery: UInt8?
    /// What it calls itself; the configuration may call it otherwise.
    var name: String?
}

/// What has changed for the live map: of each device and fence its newest state alone.
struct MapUpdate: Sendable {
    /// Events at most that wait to be fetched; of more the oldest are lost.
    static let mostEvents = 1000

    /// For which watch it is.
    var watch: Int
    /// Devices by their numbers, which are below 0 for those of other agents; nil: gone.
    private(set) var devices: [Int: MapDevice?] = [:]
    /// Fences by their ids; nil: gone.
    private(set) var fences: [Identifier: Fence?] = [:]
    /// Itineraries in JSON by their ids; nil: gone.
    private(set) var itineraries: [Identifier: [UInt8]?] = [:]
    /// Devices whose zones are others than before, by their numbers.
    private(set) var zones: Set<Int> = []
    /// What has happened, the oldest first.
    private(set) var events: [(event: Event, name: String?)] = []
    /// Events of other agents' devices, as they are sent.
    private(set) var written: [(device: Identifier, text: [UInt8])] = []
    /// Devices of other agents that are forgotten, with the events before.
    private(set) var forgotten: Set<Identifier> = []
    /// Events that were lost before these.
    private(set) var lostEvents = 0
    /// Whether everything has been said once since the watch began.
    var isWhole = false
    /// The points of interest, where they are others than before.
    var points: PointTable?
    /// What is added to events and devices, where it is other than before.
    var additions: EventAdditions?

    init(watch: Int) { self.watch = watch }

    /// Whether it says nothing.
    var isEmpty: Bool {
        devices.isEmpty && fences.isEmpty && events.isEmpty && lostEvents == 0 && !isWhole && points == nil
            && itineraries.isEmpty && zones.isEmpty && additions == nil && written.isEmpty
    }

    mutating func put(_ device: MapDevice?, _ number: Int) { devices[number] = .some(device) }

    /// Another agent has forgotten a device.
    mutating func forget(_ device: Identifier, _ number: Int) {
        put(nil, number)
        forgotten.insert(device)
        written.removeAll { $0.device == device }
    }

    mutating func put(_ fence: Fence?, _ id: Identifier) { fences[id] = .some(fence) }

    mutating func put(itinerary: [UInt8]?, _ id: Identifier) { itineraries[id] = .some(itinerary) }

    mutating func add(zones devices: Set<Int>) { zones.formUnion(devices) }

    /// Adds an event of a device, with what that calls itself.
    mutating func add(_ event: Event, name: String? = nil) {
        events.append((event, name))
        guard events.count >= 2 * Self.mostEvents else { return }
        lostEvents += events.count - Self.mostEvents
        events.removeFirst(events.count - Self.mostEvents)
    }

    /// Adds an event of another agent's device.
    mutating func add(written text: [UInt8], of device: Identifier) {
        written.append((device, text))
        guard written.count >= 2 * Self.mostEvents else { return }
        lostEvents += written.count - Self.mostEvents
        written.removeFirst(written.count - Self.mostEvents)
    }

    /// Events have been lost that nobody has counted.
    mutating func noteLoss() { lostEvents += 1 }

    /// Takes up what has come since.
    mutating func merge(_ newer: MapUpdate) {
        guard !isEmpty else {
            self = newer
            return
        }
        devices.merge(newer.devices) { $1 }
        fences.merge(newer.fences) { $1 }
        itineraries.merge(newer.itineraries) { $1 }
        zones.formUnion(newer.zones)
        lostEvents += newer.lostEvents
        for entry in newer.events { add(entry.event, name: entry.name) }
        if !newer.forgotten.isEmpty { written.removeAll { newer.forgotten.contains($0.device) } }
        forgotten.formUnion(newer.forgotten)
        for entry in newer.written { add(written: entry.text, of: entry.device) }
        isWhole = isWhole || newer.isWhole
        points = newer.points ?? points
        additions = newer.additions ?? additions
    }
}
