/// Drops messages of other agents' devices by their topics, before anything of them is kept.
///
/// No topic fits two sources, or a source and what else the agent reads. Where the payload says whose a
/// message is, the agent looks itself.
final class ShardFilter {
    private let shard: Shard
    private let sources: [TopicTemplate]
    /// What two agents publish to themselves among the positions, which both must hear; nil where they don't.
    private let echoes: SourceEchoes?
    /// Where a device's name is put together.
    private var deviceName: [UInt8] = []
    /// Messages that were dropped, by source.
    private var counts: [UInt64]

    init(_ shard: Shard, _ sources: [AgentSettings.Source], echoes: SourceEchoes?) {
        self.shard = shard
        self.sources = sources.map(\.template)
        self.echoes = echoes
        counts = Array(repeating: 0, count: sources.count)
    }

    /// Whether a message on a topic is another agent's; it is counted then.
    func shouldDrop(_ topic: UnsafeRawBufferPointer) -> Bool {
        for index in sources.indices {
            let match = sources[index].match(topic, into: &deviceName)
            guard match != .none else { continue }
            guard isOfOthers(match, topic), echoes?.isTopic(topic, at: index) != true else { return false }
            counts[index] += 1
            return true
        }
        return false
    }

    private func isOfOthers(_ match: TopicMatch, _ topic: UnsafeRawBufferPointer) -> Bool {
        switch match {
        case .topic(let range): !shard.owns(UnsafeRawBufferPointer(rebasing: topic[range]))
        case .scratch: !deviceName.withUnsafeBytes(shard.owns)
        case .none, .ambiguous, .payload: false
        }
    }

    /// Hands over how many messages of which source were dropped, and counts anew.
    func drain(_ note: (_ source: Int, _ count: UInt64) -> Void) {
        for index in counts.indices where counts[index] > 0 {
            note(index, counts[index])
            counts[index] = 0
        }
    }
}
