import GeofenceCore

/// What devices have said of themselves beside where they are, the newest of each.
struct DeviceDetails {
    private static let unknown = UInt8.max

    /// By the number of a device: per cent, or `unknown`.
    private var batteries: [UInt8] = []
    /// What devices call themselves, by their ids; the configuration may call them otherwise.
    private(set) var names: [Identifier: String] = [:]
    /// Whether the store's last checkpoint hasn't what stands here.
    private(set) var isUnsaved = false

    /// Per cent that are left in a device's battery; nil while nothing has been said of it.
    func battery(of device: Int) -> UInt8? {
        guard device < batteries.count, batteries[device] != Self.unknown else { return nil }
        return batteries[device]
    }

    /// What is known of a device.
    func details(of device: Int, _ id: Identifier) -> [DeviceDetail] {
        [battery(of: device).map(DeviceDetail.battery), names[id].map(DeviceDetail.name)].compactMap(\.self)
    }

    /// Remembers what a device has said; says whether that is anything new.
    mutating func note(_ detail: DeviceDetail, of device: Int, _ id: Identifier) -> Bool {
        switch detail {
        case .battery(let percent):
            guard battery(of: device) != percent else { return false }
            while batteries.count <= device { batteries.append(Self.unknown) }
            batteries[device] = percent
        case .name(let name):
            guard names[id] != name else { return false }
            names[id] = name
        }
        isUnsaved = true
        return true
    }

    /// Drops a device that is forgotten, whose number another may get.
    mutating func drop(_ device: Int, _ id: Identifier) {
        let had = battery(of: device) != nil || names[id] != nil
        if device < batteries.count { batteries[device] = Self.unknown }
        names[id] = nil
        isUnsaved = isUnsaved || had
    }

    /// All of it for the store, device by device.
    func bytes(_ engine: borrowing Engine) -> [UInt8] {
        var entries: [(device: Identifier, detail: DeviceDetail)] = []
        for number in batteries.indices {
            guard let percent = battery(of: number) else { continue }
            entries.append((engine.deviceID(number), .battery(percent)))
        }
        entries += names.sorted { $0.key < $1.key }.map { ($0.key, .name($0.value)) }
        var writer = ByteWriter()
        writer.list(entries) { writer, entry in
            writer.text(entry.device.description)
            entry.detail.write(to: &writer)
        }
        return writer.bytes
    }

    /// Takes up what the store holds of the devices that are known.
    mutating func restore(_ bytes: [UInt8], _ engine: borrowing Engine) throws(DamagedBytes) {
        for (id, detail) in try Self.entries(bytes) {
            if let device = engine.device(id) { _ = note(detail, of: device, id) }
        }
        isUnsaved = false
    }

    /// What the store holds, by devices.
    static func entries(_ bytes: [UInt8]) throws(DamagedBytes) -> [(Identifier, DeviceDetail)] {
        var reader = ByteReader(bytes)
        return try reader.list { reader throws(DamagedBytes) in
            (try reader.identifier(), try DeviceDetail(from: &reader))
        }
    }

    /// The checkpoint is in the store.
    mutating func didCheckpoint() { isUnsaved = false }
}
