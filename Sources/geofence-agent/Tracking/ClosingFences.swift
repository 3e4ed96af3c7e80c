import GeofenceCore

/// Fences that are closing, for the store.
struct ClosingFences {
    /// Their ids, ascending.
    var ids: [Identifier]
    /// Devices with lower numbers have left them.
    var leftBelow: Int

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.list(ids) { $0.text($1.description) }
        writer.count(UInt64(leftBelow))
        return writer.bytes
    }
}

extension ClosingFences {
    /// - Throws: `DamagedBytes` where the bytes are none.
    init(from bytes: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(bytes)
        ids = try reader.list { reader throws(DamagedBytes) in try reader.identifier() }
        leftBelow = Int(clamping: try reader.count())
    }
}
