import GeofenceCore

/// Of a fleet that several agents share, each reads the messages of its own devices; those of others it
/// counts, and acknowledges in their turn.
extension Agent {
    /// Whether a message is of another agent's device, as far as its topic says; it is counted then.
    mutating func isOfOthers(_ match: TopicMatch, _ topic: UnsafeRawBufferPointer) -> Bool {
        guard let shard = port.settings.shard, shard.isOfOthers(match, topic, intake.deviceName) else {
            return false
        }
        port.counters.otherShard += 1
        return true
    }

    /// Counts messages of other agents' devices that were dropped before anything of them was kept.
    mutating func noteDropped(_ source: Int, _ count: UInt64) {
        port.counters.received += count
        port.counters.otherShard += count
        intake.heard(source)
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

extension Shard {
    /// Whether the device of a message is another agent's, as far as its topic says.
    func isOfOthers(_ match: TopicMatch, _ topic: UnsafeRawBufferPointer, _ scratch: [UInt8]) -> Bool {
        switch match {
        case .topic(let range): !owns(UnsafeRawBufferPointer(rebasing: topic[range]))
        case .scratch: !scratch.withUnsafeBytes(owns)
        case .none, .ambiguous, .payload: false
        }
    }
}
