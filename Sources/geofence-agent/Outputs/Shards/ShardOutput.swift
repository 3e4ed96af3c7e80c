import GeofenceCore

/// Who is inside each fence, of all agents that share a fleet.
///
/// Each publishes who of its own devices is. The agent that has partition 0 reads that of all, its own among
/// them, and publishes the sum where a single agent would.
struct ShardOutput: Output {
    let name = "shards"
    private(set) var interest: Interest = []
    private(set) var filters: [String] = []

    /// What shards have published of each fence, ascending by partition.
    private var counts: [Identifier: [ShardCount]] = [:] { didSet { isUnsaved = true } }
    private var isUnsaved = false
    /// Names in a payload at most.
    private var namesLimit = 100
    /// How the topics begin that are read.
    private var start: [UInt8] = []

    /// Fences at most whose counts are kept.
    private static let mostFences = 1 << 20

    mutating func use(_ settings: AgentSettings) {
        let isCollector = settings.shard?.isCollector ?? false
        interest = isCollector ? .messages : []
        filters = isCollector ? [settings.topics.shardFilter] : []
        namesLimit = settings.occupantsLimit
        start = Array("\(settings.topics.base)/shard/".utf8)
    }

    mutating func receive(
        _ message: ReceivedMessage,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) throws(Rejection) -> [Input]? {
        guard message.topic.starts(with: start) else { return nil }
        let (range, fence) = try subject(message.topic.dropFirst(start.count))
        let payload = try message.whole()
        let new = payload.isEmpty ? nil : try ShardCount(range: range, payload: payload)
        guard counts[fence] != nil || new != nil && counts.count < Self.mostFences else { return [] }
        guard counts[fence]?.first(where: { $0.range == range }) != new else { return [] }
        for old in change(fence, range, new) {
            port.clear("\(port.topics.base)/shard/\(old.shard)/fence/\(fence)")
        }
        port.note(Self.note(fence, range, new), of: self)
        port.publish(port.topics.fence(fence), sum(of: fence) ?? [])
        return []
    }

    /// The shard and the fence that `0-15/fence/depot` names.
    private func subject(_ levels: Slice<UnsafeRawBufferPointer>) throws(Rejection) -> (
        ClosedRange<Int>, Identifier
    ) {
        guard let text = String(validating: levels, as: UTF8.self) else { throw .topic }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1] == "fence", let fence = try? Identifier(String(parts[2])) else {
            throw .topic
        }
        let bounds = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard bounds.count == 2, let first = bounds[0], let last = bounds[1],
            first >= 0, first <= last, last < Shard.mostPartitions
        else { throw .topic }
        return (first...last, fence)
    }

    /// Puts what a shard says in the place of what it said before.
    ///
    /// - Returns: what else goes: agents whose partitions it has now.
    private mutating func change(
        _ fence: Identifier,
        _ range: ClosedRange<Int>,
        _ new: ShardCount?
    ) -> [ShardCount] {
        var all = counts[fence] ?? []
        all.removeAll { $0.range == range }
        guard let new else {
            counts[fence] = all.isEmpty ? nil : all
            return []
        }
        let gone = all.filter { $0.range.overlaps(range) }
        all.removeAll { $0.range.overlaps(range) }
        all.insert(new, at: all.firstIndex { $0.range.lowerBound > range.lowerBound } ?? all.endIndex)
        counts[fence] = all
        return gone
    }

    /// What is published of a fence; nil where no shard says anything.
    private func sum(of fence: Identifier) -> [UInt8]? {
        guard let all = counts[fence] else { return nil }
        return Reports.occupants(
            count: all.reduce(0) { $0 + $1.count },
            all.flatMap(\.devices).sorted(),
            limit: namesLimit,
            isMonitored: all.allSatisfy(\.isMonitored)
        )
    }
}

// MARK: - Retained topics

extension ShardOutput {
    func retained(_ device: Int?, _ tracker: borrowing Tracker, _ settings: AgentSettings) -> [RetainedTopic]
    {
        guard device == nil, !interest.isEmpty else { return [] }
        return counts.keys.sorted().map { RetainedTopic(topic: settings.topics.fence($0), id: $0) }
    }

    func payload(
        of topic: RetainedTopic,
        _ device: Int?,
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings
    ) -> [UInt8]? {
        topic.id.flatMap(sum)
    }
}

// MARK: - Memory beyond the process

extension ShardOutput {
    var checkpoint: [UInt8]? {
        guard isUnsaved else { return nil }
        var writer = ByteWriter()
        writer.list(counts.keys.sorted()) { writer, fence in
            writer.text(fence.description)
            writer.list(counts[fence] ?? []) { $1.write(to: &$0) }
        }
        return writer.bytes
    }

    mutating func didCheckpoint() { isUnsaved = false }

    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(bytes)
        let entries = try reader.list { reader throws(DamagedBytes) in
            let fence = try reader.identifier()
            let all = try reader.list { reader throws(DamagedBytes) in try ShardCount(from: &reader) }
            return (fence, all)
        }
        counts = Dictionary(entries) { first, _ in first }
        isUnsaved = false
    }

    /// What a shard says of a fence from now on; nil where that is nothing.
    private static func note(_ fence: Identifier, _ range: ClosedRange<Int>, _ new: ShardCount?) -> [UInt8] {
        var writer = ByteWriter()
        writer.text(fence.description)
        writer.count(UInt64(range.lowerBound))
        writer.count(UInt64(range.upperBound))
        writer.optional(new) { $1.write(to: &$0) }
        return writer.bytes
    }

    mutating func recall(_ note: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(note)
        let fence = try reader.identifier()
        let (first, last) = (try reader.count(), try reader.count())
        guard first <= last, last < Shard.mostPartitions else { throw reader.damaged }
        let new = try reader.optional { reader throws(DamagedBytes) in try ShardCount(from: &reader) }
        _ = change(fence, Int(first)...Int(last), new)
    }
}
