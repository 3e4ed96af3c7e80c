import GeofenceCore

/// Of a fleet that several agents share, each reads the messages of its own devices; those of others it
/// counts, and acknowledges in their turn.
///
/// Where the topic says whose a message is, `ShardFilter` has dropped it before.
extension Agent {
    /// Counts messages of other agents' devices that were dropped before anything of them was kept.
    mutating func noteDropped(_ source: Int, _ count: UInt64) {
        port.counters.received += count
        port.counters.otherShard += count
        intake.heard(source)
    }

    /// Whether another agent has the device that a payload names; it is counted then.
    mutating func isOfOthers(_ match: TopicMatch, _ device: Identifier?) -> Bool {
        guard case .payload = match, let device, let shard = port.settings.shard, !shard.owns(device) else {
            return false
        }
        port.counters.otherShard += 1
        return true
    }
}
