import GeofenceCore

/// What was announced of which subject, kept over restarts.
///
/// A record is kept as it is written: that takes a fraction of the memory, and a checkpoint of a hundred
/// thousand of them, which is written in one turn of the loop, only copies bytes.
struct DiscoveryRecords: Equatable {
    private var records: [DiscoverySubject: [UInt8]] = [:] {
        didSet { isUnsaved = true }
    }
    /// Whether the store's last checkpoint hasn't what stands in `records`.
    private var isUnsaved = false

    /// What was announced of something; nil where nothing was, or it was taken back.
    subscript(subject: DiscoverySubject) -> DiscoveryRecord? {
        get {
            guard let bytes = records[subject] else { return nil }
            var reader = ByteReader(bytes)
            return try? DiscoveryRecord(from: &reader)
        }
        set { records[subject] = newValue.map(Self.bytes) }
    }

    private static func bytes(of record: DiscoveryRecord) -> [UInt8] {
        var writer = ByteWriter()
        record.write(to: &writer)
        return writer.bytes
    }

    /// Whether an entity of something was announced.
    func has(_ key: String, of subject: DiscoverySubject) -> Bool {
        guard let bytes = records[subject] else { return false }
        var reader = ByteReader(bytes)
        return (try? DiscoveryRecord.has(key, &reader)) ?? false
    }

    /// Whether any entity of something was announced.
    func hasParts(of subject: DiscoverySubject) -> Bool {
        guard let bytes = records[subject] else { return false }
        var reader = ByteReader(bytes)
        return (try? DiscoveryRecord.hasParts(&reader)) ?? false
    }

    /// Whether something is announced.
    func contains(_ subject: DiscoverySubject) -> Bool { records[subject] != nil }

    /// All that something was announced of, in order.
    var subjects: [DiscoverySubject] { records.keys.sorted() }

    /// Some of them, in order.
    func subjects(where isWanted: (DiscoverySubject) -> Bool) -> [DiscoverySubject] {
        records.keys.filter(isWanted).sorted()
    }

    /// How many these are.
    var count: Int { records.count }

    /// Whether the same was announced.
    static func == (a: DiscoveryRecords, b: DiscoveryRecords) -> Bool { a.records == b.records }

    /// All of it; nil where the last checkpoint has it.
    var checkpoint: [UInt8]? {
        guard isUnsaved else { return nil }
        var writer = ByteWriter()
        // In no order: to sort them would take far longer than to copy them.
        writer.list(records) { writer, entry in
            entry.key.write(to: &writer)
            writer.append(entry.value)
        }
        return writer.bytes
    }

    /// The checkpoint is in the store.
    mutating func didCheckpoint() { isUnsaved = false }

    /// Reads a checkpoint.
    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(bytes)
        let entries = try reader.list { reader throws(DamagedBytes) in
            (try DiscoverySubject(from: &reader), try DiscoveryRecord(from: &reader))
        }
        for (subject, record) in entries { records[subject] = Self.bytes(of: record) }
        isUnsaved = false
    }

    /// For the journal: what is announced of something from now on; nil where it was taken back.
    static func note(_ subject: DiscoverySubject, _ record: DiscoveryRecord?) -> [UInt8] {
        var writer = ByteWriter()
        subject.write(to: &writer)
        writer.optional(record) { $1.write(to: &$0) }
        return writer.bytes
    }

    /// Takes what a note of the journal says.
    mutating func recall(_ note: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(note)
        let subject = try DiscoverySubject(from: &reader)
        self[subject] = try reader.optional { reader throws(DamagedBytes) in
            try DiscoveryRecord(from: &reader)
        }
    }
}
