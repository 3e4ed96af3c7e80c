import GeofenceCore

/// The fences that zones have become, by their ids.
struct ZoneFences: Hashable, Sendable {
    private var fences: [Identifier: ZoneFence] = [:]

    /// Whether a fence is one of them.
    func contains(_ fence: Identifier) -> Bool { fences[fence] != nil }

    var isEmpty: Bool { fences.isEmpty }
    var count: Int { fences.count }

    /// The ids, ascending.
    var ids: [Identifier] { fences.keys.sorted() }

    subscript(_ fence: Identifier) -> ZoneFence? {
        get { fences[fence] }
        set { fences[fence] = newValue }
    }

    /// Those of one device and label, by the number in their ids.
    func of(_ device: Identifier, _ label: ZoneLabel) -> [(id: Identifier, fence: ZoneFence)] {
        (1...ZoneFence.most).compactMap { number in
            guard let id = ZoneFence.id(label, number, of: device), let fence = fences[id] else {
                return nil
            }
            return (id, fence)
        }
    }

    /// For the store.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.list(ids.compactMap { id in fences[id].map { (id, $0) } }) { writer, entry in
            writer.text(entry.0.description)
            entry.1.write(to: &writer)
        }
        return writer.bytes
    }

    /// Takes up what the store holds.
    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(bytes)
        let entries = try reader.list { reader throws(DamagedBytes) in
            (try reader.identifier(), try ZoneFence(from: &reader))
        }
        for (id, fence) in entries { fences[id] = fence }
    }
}
