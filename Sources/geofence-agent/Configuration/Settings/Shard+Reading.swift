import GeofenceCore

extension Shard {
    /// The keys of `shard`.
    enum Key: String, ConfigurationKey { case partitions, from, to }

    /// Reads `shard`; nil where something is wrong.
    init?(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return nil }
        let last = Self.mostPartitions - 1
        partitions = object[.partitions]?.integer(1...Self.mostPartitions, "partitions") ?? partitions
        let from = object[.from]?.integer(0...last) ?? 0
        let to = object[.to]?.integer(0...last) ?? partitions - 1
        guard to < partitions else {
            object[.to]?.report(
                "is behind the last of \(partitions) partitions, which is \(partitions - 1)"
            )
            return nil
        }
        guard from <= to else {
            object[.from]?.report("must not be behind \"to\", which is \(to)")
            return nil
        }
        range = from...to
    }
}

extension Configuration {
    /// Reads `shard`, and refuses what can't work where each agent knows its own devices alone; sources and
    /// fences have been read.
    mutating func readShard(_ object: ObjectReader<Key>) {
        guard let key = object[.shard], var shard = Shard(reading: key) else { return }
        shard.pieces = commonPieces(key)
        self.shard = shard
        guard !shard.isWhole else { return }
        for fence in fences {
            guard let device = fence.follows?.device else { continue }
            key.report(
                "the fence \"\(fence.id)\" follows \(device), and agents of other shards don't know where that is; remove the fence, or give its devices an agent of their own without \"shard\""
            )
        }
        if http?.map?.fleet == false {
            key.warn(
                "the live map of this agent shows the devices of its own shard, and can't change fences; leave out \"fleet\": false, or change them by requests over MQTT"
            )
        }
    }

    /// What the ids of all sources are made of: one device must have one partition, whichever source it
    /// reports by.
    private func commonPieces(_ key: ValueReader) -> [DeviceTemplate.Piece] {
        let all = sources.map { source in source.topic.device.partitionPieces }
        guard let first = all.first, all.allSatisfy({ Self.isAlike($0, first) }) else {
            if !all.isEmpty {
                key.report(
                    "the ids of devices are put together in different ways by the sources, so that one device could be in two shards; make \"device\" of all sources alike"
                )
            }
            return []
        }
        return first
    }

    /// Whether ids are made alike: which levels they are made of may differ.
    private static func isAlike(_ one: [DeviceTemplate.Piece], _ other: [DeviceTemplate.Piece]) -> Bool {
        one.count == other.count
            && zip(one, other).allSatisfy { pair in
                switch pair {
                case (.text(let one), .text(let other)): one == other
                case (.level, .level): true
                case (.text, .level), (.level, .text): false
                }
            }
    }
}

extension DeviceTemplate {
    /// What an id is made of; nothing where it is hashed as a whole.
    fileprivate var partitionPieces: [Piece] {
        guard case .composed(let pieces) = self else { return [] }
        return pieces.contains { if case .level = $0 { true } else { false } } ? pieces : []
    }
}
