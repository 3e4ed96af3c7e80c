import GeofenceCore

/// Devices, fences and events as the board has had them last, ready to be sent.
struct MapScene {
    private struct Shown<Value> {
        var value: Value
        /// Nil until somebody has wanted it.
        var text: [UInt8]?
    }

    /// What an update has changed.
    struct Change {
        var devices: Set<Int> = []
        var goneDevices: [Identifier] = []
        var fences: Set<Identifier> = []
        var itineraries: Set<Identifier> = []
        /// Devices whose zones are others than before.
        var zones: Set<Int> = []
    }

    /// Tells this watch from others, before a restart too.
    let generation: String
    private var devices: [Int: Shown<MapDevice>] = [:]
    private var fences: [Identifier: Shown<Fence>] = [:]
    /// Itineraries as they are sent, by their ids.
    private(set) var itineraries: [Identifier: [UInt8]] = [:]
    private(set) var events = MapEvents()
    private(set) var points: PointTable?
    private var hours = MapHours()
    private var additions = EventAdditions()
    /// Whether everything has come once.
    private(set) var isWhole = false

    init(generation: String) { self.generation = generation }

    /// Takes up what has changed; fences that have opened or closed by their schedules are changed, too.
    mutating func accept(_ update: MapUpdate, at now: Timestamp) -> Change {
        var change = Change()
        if let additions = update.additions { accept(additions, &change) }
        for (number, device) in update.devices { accept(device, number, &change) }
        for (id, fence) in update.fences where fence != nil || fences[id] != nil {
            guard fence == nil || fences[id] != nil || fences.count < MapOutput.mostFences else { continue }
            fences[id] = fence.map { Shown(value: $0) }
            hours.set(fence?.schedule, of: id, at: now)
            change.fences.insert(id)
        }
        for id in hours.changed(at: now) {
            fences[id]?.text = nil
            change.fences.insert(id)
        }
        for (id, text) in update.itineraries where text != nil || itineraries[id] != nil {
            itineraries[id] = text
            change.itineraries.insert(id)
        }
        change.zones = update.zones
        events.skip(update.lostEvents)
        for entry in update.events { events.add(entry.event, additions, name: entry.name) }
        for device in update.forgotten { events.drop(device) }
        for entry in update.written { events.add(entry.text, of: entry.device) }
        points = update.points ?? points
        isWhole = isWhole || update.isWhole
        return change
    }

    /// Other names: all devices are sent anew.
    private mutating func accept(_ additions: EventAdditions, _ change: inout Change) {
        self.additions = additions
        for number in devices.keys {
            devices[number]?.text = nil
            change.devices.insert(number)
        }
    }

    private mutating func accept(_ device: MapDevice?, _ number: Int, _ change: inout Change) {
        if let old = devices[number]?.value.id, old != device?.id {
            change.goneDevices.append(old)
            events.drop(old)
        }
        devices[number] = device.map { Shown(value: $0) }
        if device != nil { change.devices.insert(number) }
    }

    /// The numbers of all devices.
    var deviceNumbers: Set<Int> { Set(devices.keys) }
    /// The ids of all itineraries.
    var itineraryIDs: Set<Identifier> { Set(itineraries.keys) }
    /// The ids of all fences.
    var fenceIDs: Set<Identifier> { Set(fences.keys) }

    /// The id of a device; nil where it is gone.
    func deviceID(_ number: Int) -> Identifier? { devices[number]?.value.id }

    /// A device as it is sent; nil where it is gone.
    mutating func device(_ number: Int) -> [UInt8]? {
        if let text = devices[number]?.text { return text }
        guard let device = devices[number]?.value else { return nil }
        let text = MapText.device(device, additions.deviceNames[device.id] ?? device.name)
        devices[number]?.text = text
        return text
    }

    /// A fence as it is sent; nil where it is gone.
    mutating func fence(_ id: Identifier) -> [UInt8]? {
        if let text = fences[id]?.text { return text }
        guard let fence = fences[id]?.value else { return nil }
        let text = MapText.fence(fence, isClosed: hours.isClosed(id))
        fences[id]?.text = text
        return text
    }
}
