import GeofenceCore

/// What Home Assistant was told, and what has to be looked at again since then.
struct DiscoveryRecords {
    var records: [DiscoverySubject: DiscoveryRecord] = [:] {
        didSet { isNew = true }
    }
    /// Whether the store's last checkpoint hasn't what stands in `records`.
    var isNew = false
    var pending = DiscoveryQueue()
    /// Whether all of it has to be looked at: at a start, and when fences or the configuration have changed.
    var wantsReview = true
    /// The payloads of places that were told last.
    var places: [Identifier: [UInt8]] = [:]

    /// For the store.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.list(records.sorted { $0.key < $1.key }) { writer, entry in
            entry.key.write(to: &writer)
            entry.value.write(to: &writer)
        }
        return writer.bytes
    }

    /// Takes up what the store holds.
    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(bytes)
        let entries = try reader.list { reader throws(DamagedBytes) in
            (try DiscoverySubject(from: &reader), try DiscoveryRecord(from: &reader))
        }
        for (subject, record) in entries { records[subject] = record }
    }
}
