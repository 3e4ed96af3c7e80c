import GeofenceCore

/// What was announced of which subject, kept over restarts.
struct DiscoveryRecords: Equatable {
    private var records: [DiscoverySubject: DiscoveryRecord] = [:] {
        didSet { isUnsaved = true }
    }
    /// Whether the store's last checkpoint hasn't what stands in `records`.
    private var isUnsaved = false

    /// What was announced of something; nil where nothing was, or it was taken back.
    subscript(subject: DiscoverySubject) -> DiscoveryRecord? {
        get { records[subject] }
        set { records[subject] = newValue }
    }

    /// All that something was announced of, in order.
    var subjects: [DiscoverySubject] { records.keys.sorted() }

    /// How many these are.
    var count: Int { records.count }

    /// Whether the same was announced.
    static func == (a: DiscoveryRecords, b: DiscoveryRecords) -> Bool { a.records == b.records }

    /// All of it; nil where the last checkpoint has it.
    var checkpoint: [UInt8]? {
        guard isUnsaved else { return nil }
        var writer = ByteWriter()
        // Records are large, and many: to sort their names alone takes a fraction of the time.
        writer.list(subjects) { writer, subject in
            subject.write(to: &writer)
            records[subject]?.write(to: &writer)
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
        for (subject, record) in entries { records[subject] = record }
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
        records[subject] = try reader.optional { reader throws(DamagedBytes) in
            try DiscoveryRecord(from: &reader)
        }
    }
}
