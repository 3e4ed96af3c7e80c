import GeofenceCore

/// Who is inside a fence, of the devices of one shard.
struct ShardCount: Hashable {
    /// The first and the last partition of the shard.
    var range: ClosedRange<Int>
    var count: Int
    /// Some of them, ascending.
    var devices: [Identifier]
    var isMonitored: Bool

    /// How the topics name the shard.
    var shard: String { "\(range.lowerBound)-\(range.upperBound)" }

    /// Names of devices that a shard publishes of a fence at most: so many fit into a message that is read.
    static let mostNames = 200

    /// Reads what a shard has published.
    ///
    /// - Throws: why that is refused.
    init(range: ClosedRange<Int>, payload: UnsafeRawBufferPointer) throws(Rejection) {
        guard let text = String(validating: payload, as: UTF8.self),
            let root = try? JSONDocument.parse(text).root
        else { throw .json }
        guard let count = root.number(of: "count"), (0...10_000_000).contains(count) else { throw .shape }
        self.range = range
        self.count = Int(count)
        let names = root.member("devices")?.elements.prefix(Self.mostNames) ?? []
        devices = names.compactMap { $0.text.flatMap { try? Identifier($0) } }
        isMonitored = root.member("monitoring")?.value != .bool(false)
    }

    func write(to writer: inout ByteWriter) {
        writer.count(UInt64(range.lowerBound))
        writer.count(UInt64(range.upperBound))
        writer.count(UInt64(count))
        writer.list(devices) { $0.text($1.description) }
        writer.flag(isMonitored)
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        let (first, last) = (try reader.count(), try reader.count())
        guard first <= last, last < Shard.mostPartitions else { throw reader.damaged }
        range = Int(first)...Int(last)
        count = Int(clamping: try reader.count())
        devices = try reader.list { reader throws(DamagedBytes) in try reader.identifier() }
        isMonitored = try reader.flag()
    }
}
