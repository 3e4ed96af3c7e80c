import GeofenceCore
import MQTT

/// What other agents have published of their devices and events, for the live map of this one.
struct FleetBook {
    /// Devices at most.
    static let mostDevices = 100_000
    /// Bytes of their payloads at most, in all.
    static let mostBytes = 1 << 25
    /// Bytes of an event at most.
    static let longestEvent = 1 << 14

    /// A device of another agent.
    private struct Known {
        /// Below 0: this agent's own have the others.
        var number: Int
        /// How long its payload was, in bytes.
        var byteCount: Int
    }

    private let shard: Shard
    /// How the topics of devices and of events begin.
    private let devices, events: [UInt8]
    private let showsZones: Bool
    private var known: [Identifier: Known] = [:]
    private var byteCount = 0
    private var nextNumber = -1
    /// How many messages were left out for want of room, or since nobody can read them.
    private(set) var leftOut = 0

    /// For the agent of a shard; `showsZones` as `http.map.zones` has it.
    init(_ shard: Shard, base: String, showsZones: Bool) {
        self.shard = shard
        self.showsZones = showsZones
        (devices, events) = (Array("\(base)/device/".utf8), Array("\(base)/event/".utf8))
    }

    /// Takes up a message, where it is of a device of another agent.
    ///
    /// - Complexity: linear in its bytes.
    mutating func accept(
        _ topic: UnsafeRawBufferPointer,
        _ payload: UnsafeRawBufferPointer,
        _ update: inout MapUpdate
    ) {
        if topic.starts(with: devices) {
            guard let id = device(topic[devices.count...]) else { return }
            accept(id, payload, &update)
        } else if topic.starts(with: events) {
            let levels = topic[events.count...]
            guard let end = levels.firstIndex(of: UInt8(ascii: "/")), let id = device(levels[..<end]) else {
                return
            }
            acceptEvent(of: id, payload, &update)
        }
    }

    /// The device that a level names; nil where it is one of our own, or none.
    private func device(_ level: Slice<UnsafeRawBufferPointer>) -> Identifier? {
        guard !shard.owns(UnsafeRawBufferPointer(rebasing: level)),
            let text = String(validating: level, as: UTF8.self)
        else { return nil }
        return try? Identifier(text)
    }

    private mutating func accept(
        _ id: Identifier,
        _ payload: UnsafeRawBufferPointer,
        _ update: inout MapUpdate
    ) {
        let old = known[id]
        guard !payload.isEmpty else {
            guard let old else { return }
            known[id] = nil
            byteCount -= old.byteCount
            return update.forget(id, old.number)
        }
        let newCount = byteCount - (old?.byteCount ?? 0) + payload.count
        guard newCount <= Self.mostBytes, old != nil || known.count < Self.mostDevices,
            let device = MapDevice(id, published: payload, showsZones: showsZones)
        else {
            leftOut += 1
            return
        }
        let number = old?.number ?? nextNumber
        if old == nil { nextNumber -= 1 }
        known[id] = Known(number: number, byteCount: payload.count)
        byteCount = newCount
        update.put(device, number)
    }

    /// Groups are left out, as of the agent's own devices.
    private mutating func acceptEvent(
        of id: Identifier,
        _ payload: UnsafeRawBufferPointer,
        _ update: inout MapUpdate
    ) {
        // A line's end would end the message of the stream.
        guard payload.count <= Self.longestEvent, payload.allSatisfy({ $0 >= 0x20 }),
            let root = Self.object(payload), root.member("device")?.text == id.description
        else {
            leftOut += 1
            return
        }
        guard root.member("group") == nil else { return }
        guard root.isEvent, let fence = root.member("fence")?.text.flatMap({ try? Identifier($0) }) else {
            leftOut += 1
            return
        }
        guard showsZones || !ZoneFence.isOne(fence, of: id) else { return }
        update.add(written: Array(payload), of: id)
    }

    /// A JSON object; nil where it is none.
    static func object(_ payload: UnsafeRawBufferPointer) -> JSONNode? {
        guard let text = String(validating: payload, as: UTF8.self),
            let root = try? JSONDocument.parse(text).root, case .object = root.value
        else { return nil }
        return root
    }
}
