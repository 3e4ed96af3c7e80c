import GeofenceCore

/// What of the tracker a checkpoint keeps besides the engine's devices and fences.
extension Tracker {
    /// What a checkpoint keeps besides the engine's devices and fences, by the names of the store.
    var checkpoint: [(name: String, value: [UInt8])] {
        var kept = [(Agent.StoreKey.redelivery, redelivery.bytes), (Agent.StoreKey.overrides, overrideBytes)]
        kept.append((Agent.StoreKey.monitoring, monitoring.bytes))
        let closing = ClosingFences(ids: engine.closingFences.sorted(), leftBelow: engine.leftBelow)
        kept.append((Agent.StoreKey.closing, closing.bytes))
        if details.isUnsaved { kept.append((Agent.StoreKey.details, details.bytes(engine))) }
        if hasUnsavedFences { kept.append((Agent.StoreKey.zoneFences, zoneFences.bytes)) }
        return kept.map { (name: $0.0, value: $0.1) }
    }

    /// The fences set at run time that the store has not, in its order; nil where one is gone.
    var changedRuntimeFences: [(id: [UInt8], bytes: [UInt8]?)] {
        changedIDs.sorted().map { id in
            let bytes = runtimeFences[id].map { fence in
                var writer = ByteWriter()
                fence.write(to: &writer)
                return writer.bytes
            }
            return (Array(id.description.utf8), bytes)
        }
    }

    private var overrideBytes: [UInt8] {
        var writer = ByteWriter()
        writer.list(overrides.sorted { $0.key < $1.key }) { writer, entry in
            writer.text(entry.key.description)
            entry.value.write(to: &writer)
        }
        return writer.bytes
    }

    static func overrides(from bytes: [UInt8]) throws(DamagedBytes) -> [Identifier: Override] {
        var reader = ByteReader(bytes)
        let entries = try reader.list { reader throws(DamagedBytes) in
            (try reader.identifier(), try Override(from: &reader))
        }
        return Dictionary(entries) { _, last in last }
    }
}
