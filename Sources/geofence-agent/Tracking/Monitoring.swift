import GeofenceCore

/// What people have stopped or started monitoring: a device, a fence, one fence for one device, or all
/// devices.
///
/// A device is looked for in a fence where none of them is stopped.
struct Monitoring: Equatable {
    /// What somebody has wanted, and since when.
    struct Switch: Hashable {
        var isOn: Bool
        var since: Timestamp
    }

    /// One fence for one device.
    struct Pair: Hashable, Comparable {
        let device, fence: Identifier

        static func < (a: Pair, b: Pair) -> Bool { (a.device, a.fence) < (b.device, b.fence) }
    }

    /// Pairs at most that can be stopped by themselves.
    static let mostPairs = 10_000

    /// Since when all devices are stopped that are not started by name; nil where they are not.
    private(set) var allStopped: Timestamp? { didSet { review() } }
    /// Devices that are not as all of them are.
    private(set) var devices: [Identifier: Switch] = [:] { didSet { review() } }
    /// Fences that were stopped or started, whatever the configuration says.
    private(set) var fences: [Identifier: Switch] = [:]
    /// Pairs that are stopped, and since when.
    private(set) var pairs: [Pair: Timestamp] = [:] { didSet { reviewPairs() } }
    /// The devices of these pairs.
    private var pairedDevices: Set<Identifier> = []

    /// Whether any device is stopped, or any fence for one: asked for each message.
    private(set) var stopsDevices = false

    /// Whether somebody has wanted something of a device by its name.
    func names(_ device: Identifier) -> Bool { devices[device] != nil || pairedDevices.contains(device) }

    private mutating func reviewPairs() {
        pairedDevices = Set(pairs.keys.lazy.map(\.device))
        review()
    }

    private mutating func review() {
        stopsDevices = allStopped != nil || !devices.isEmpty || !pairs.isEmpty
    }

    /// Since when a device is stopped; nil where it is not.
    func stopped(_ device: Identifier) -> Timestamp? {
        guard let own = devices[device] else { return allStopped }
        return own.isOn ? nil : own.since
    }

    /// Since when a device, a fence, or the one for the other is stopped, whichever came last; nil where none
    /// is by anybody's wish.
    func stopped(_ device: Identifier, _ fence: Identifier) -> Timestamp? {
        let own = fences[fence].flatMap { $0.isOn ? nil : $0.since }
        let pair = pairs[Pair(device: device, fence: fence)]
        return [stopped(device), own, pair].compactMap(\.self).max()
    }

    /// A fence as it is to be in force: monitored as people want it, else as it says itself.
    func inForce(_ fence: Fence) -> Fence {
        guard let own = fences[fence.id] else { return fence }
        return fence.monitored(own.isOn)
    }

    /// Notes what somebody wants.
    mutating func note(_ change: MonitoringChange) {
        switch (change.device, change.fence) {
        case (let device?, let fence?):
            pairs[Pair(device: device, fence: fence)] = change.isOn ? nil : change.time
        case (let device?, nil):
            let isDefault = change.isOn == (allStopped == nil)
            devices[device] = isDefault ? nil : Switch(isOn: change.isOn, since: change.time)
        case (nil, let fence?):
            fences[fence] = Switch(isOn: change.isOn, since: change.time)
        case (nil, nil):
            allStopped = change.isOn ? nil : change.time
            devices = [:]
            if change.isOn { pairs = [:] }
        }
    }

    /// What somebody has wanted of a device.
    func changes(of device: Identifier) -> [MonitoringChange] {
        let own = devices[device].map { MonitoringChange(device: device, isOn: $0.isOn, time: $0.since) }
        let pairs = pairs.filter { $0.key.device == device }.sorted { $0.key < $1.key }
        return [own].compactMap(\.self)
            + pairs.map { pair, time in
                MonitoringChange(device: device, fence: pair.fence, isOn: false, time: time)
            }
    }

    /// Forgets what was wanted of a device.
    mutating func drop(device: Identifier) {
        guard stopsDevices else { return }
        devices[device] = nil
        if !pairs.isEmpty { pairs = pairs.filter { $0.key.device != device } }
    }

    /// Forgets what was wanted of fences that are gone.
    mutating func drop(fences gone: some Sequence<Identifier>) {
        guard !fences.isEmpty || !pairs.isEmpty else { return }
        let gone = Set(gone)
        fences = fences.filter { !gone.contains($0.key) }
        pairs = pairs.filter { !gone.contains($0.key.fence) }
    }

    /// Forgets what was wanted of fences that an engine doesn't have.
    mutating func drop(fencesBut engine: borrowing Engine) {
        guard !fences.isEmpty || !pairs.isEmpty else { return }
        let wanted = Set(fences.keys).union(pairs.keys.map(\.fence))
        var gone: [Identifier] = []
        for fence in wanted where engine.slot(of: fence) == nil { gone.append(fence) }
        drop(fences: gone)
    }
}

/// What somebody stops or starts.
struct MonitoringChange {
    /// Nil, with no fence either: all devices.
    var device: Identifier?
    /// Nil: the device in all fences.
    var fence: Identifier?
    var isOn: Bool
    /// When.
    var time: Timestamp

    func write(to writer: inout ByteWriter) {
        writer.optional(device) { $0.text($1.description) }
        writer.optional(fence) { $0.text($1.description) }
        writer.flag(isOn)
        writer.timestamp(time)
    }
}

extension MonitoringChange {
    init(from reader: inout ByteReader) throws(DamagedBytes) {
        device = try reader.optional { reader throws(DamagedBytes) in try reader.identifier() }
        fence = try reader.optional { reader throws(DamagedBytes) in try reader.identifier() }
        isOn = try reader.flag()
        time = try reader.timestamp()
    }
}

// MARK: - For the store

extension Monitoring {
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.optional(allStopped) { $0.timestamp($1) }
        for switches in [devices, fences] {
            writer.list(switches.sorted { $0.key < $1.key }) { writer, entry in
                writer.text(entry.key.description)
                writer.flag(entry.value.isOn)
                writer.timestamp(entry.value.since)
            }
        }
        writer.list(pairs.sorted { $0.key < $1.key }) { writer, entry in
            writer.text(entry.key.device.description)
            writer.text(entry.key.fence.description)
            writer.timestamp(entry.value)
        }
        return writer.bytes
    }

    init(from bytes: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(bytes)
        allStopped = try reader.optional { reader throws(DamagedBytes) in try reader.timestamp() }
        devices = try Self.switches(from: &reader)
        fences = try Self.switches(from: &reader)
        let stopped = try reader.list { reader throws(DamagedBytes) in
            let pair = Pair(device: try reader.identifier(), fence: try reader.identifier())
            return (pair, try reader.timestamp())
        }
        pairs = Dictionary(stopped) { first, _ in first }
        reviewPairs()
    }

    private static func switches(
        from reader: inout ByteReader
    ) throws(DamagedBytes) -> [Identifier: Switch] {
        let entries = try reader.list { reader throws(DamagedBytes) in
            let id = try reader.identifier()
            return (id, Switch(isOn: try reader.flag(), since: try reader.timestamp()))
        }
        return Dictionary(entries) { first, _ in first }
    }
}
