import GeofenceCore

/// What the other of two agents has published before it was computed here.
///
/// It is dropped when it is computed. What never is goes after an hour, or where there is much.
struct EarlyMarks {
    /// Marks at most.
    static let most = 10_000
    /// Milliseconds that a mark counts.
    private static let patience: Int64 = 3_600_000

    private var times: [PublishedMark: Timestamp] = [:]
    /// In the order in which they came; some are gone.
    private var order: [PublishedMark] = []

    init() {}

    var isEmpty: Bool { times.isEmpty }
    var count: Int { times.count }

    mutating func add(_ mark: PublishedMark, at time: Timestamp) {
        guard times.updateValue(time, forKey: mark) == nil else { return }
        order.append(mark)
        if times.count > Self.most || order.count > 2 * Self.most { trim(at: time) }
    }

    /// Drops the older half, and what is too old.
    private mutating func trim(at now: Timestamp) {
        let rest = order.filter { mark in
            times[mark].map { now.millisecondsSince($0) < Self.patience } ?? false
        }
        order = Array(rest.suffix(Self.most / 2))
        let known = times
        times = [:]
        for mark in order { times[mark] = known[mark] }
    }

    /// Drops those of a device.
    mutating func drop(_ device: Identifier) {
        order.removeAll { mark in
            guard mark.isOf(device) else { return false }
            times[mark] = nil
            return true
        }
    }

    /// Drops a mark; says whether it was there, and counts at a moment.
    @discardableResult
    mutating func remove(_ mark: PublishedMark, at now: Timestamp) -> Bool {
        guard let time = times.removeValue(forKey: mark) else { return false }
        return now.millisecondsSince(time) < Self.patience
    }
}

// MARK: - Bytes

extension EarlyMarks {
    static func note(_ mark: PublishedMark, at time: Timestamp) -> [UInt8] {
        var writer = ByteWriter()
        write(mark, time, to: &writer)
        return writer.bytes
    }

    static func read(note: [UInt8]) throws(DamagedBytes) -> (PublishedMark, Timestamp) {
        var reader = ByteReader(note)
        return try read(from: &reader)
    }

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.list(times.sorted { ($0.value, $0.key) < ($1.value, $1.key) }) { writer, entry in
            Self.write(entry.key, entry.value, to: &writer)
        }
        return writer.bytes
    }

    init(from bytes: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(bytes)
        let marks = try reader.list { reader throws(DamagedBytes) in try Self.read(from: &reader) }
        for (mark, time) in marks { add(mark, at: time) }
    }

    private static func write(_ mark: PublishedMark, _ time: Timestamp, to writer: inout ByteWriter) {
        writer.text(mark.text)
        writer.timestamp(time)
    }

    private static func read(from reader: inout ByteReader) throws(DamagedBytes) -> (
        PublishedMark, Timestamp
    ) {
        (PublishedMark(stored: try reader.text()), try reader.timestamp())
    }
}
