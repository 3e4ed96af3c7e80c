import GeofenceCore

/// Of a fleet that several agents share, each reads the messages of its own devices; those of others it
/// counts, and acknowledges in their turn.
extension Agent {
    /// Whether a message is of another agent's device, as far as its topic says; it is counted then.
    mutating func isOfOthers(_ match: TopicMatch, _ topic: UnsafeRawBufferPointer) -> Bool {
        guard let shard = port.settings.shard else { return false }
        let isOwn =
            switch match {
            case .topic(let range): shard.owns(UnsafeRawBufferPointer(rebasing: topic[range]))
            case .scratch: intake.deviceName.withUnsafeBytes(shard.owns)
            case .none, .ambiguous, .payload: true
            }
        if !isOwn { port.counters.otherShard += 1 }
        return !isOwn
    }

    /// The same where the payload says which device it is of.
    mutating func isOfOthers(_ match: TopicMatch, _ device: Identifier?) -> Bool {
        guard case .payload = match, let device, let shard = port.settings.shard, !shard.owns(device) else {
            return false
        }
        port.counters.otherShard += 1
        return true
    }
}
