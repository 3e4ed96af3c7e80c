import GeofenceCore

/// The part of a fleet that an agent has, where several agents share it: the devices of some partitions.
///
/// The partition of a device is a hash of its id, or of the levels of the topic that its id is made of. It is
/// the same in all agents, and in a broker that divides topics by it.
struct Shard: Hashable, Sendable {
    /// Partitions at most.
    static let mostPartitions = 65_536

    /// Into how many partitions devices are divided, 1 to `mostPartitions`.
    var partitions = 64
    /// The first and the last partition of this agent.
    var range = 0...63
    /// What ids are made of, where it is more than one level; the fixed texts don't count.
    var pieces: [DeviceTemplate.Piece] = []

    /// How topics name it, and the store.
    var name: String { "\(range.lowerBound)-\(range.upperBound)" }

    /// Whether this agent speaks for all, of what is no device's.
    var isCollector: Bool { range.lowerBound == 0 }

    /// Whether there is no other.
    var isWhole: Bool { range == 0...(partitions - 1) }

    /// Whether this agent has a device.
    func owns(_ id: Identifier) -> Bool { Array(id.description.utf8).withUnsafeBytes(owns) }

    /// Whether this agent has the device with the bytes of an id.
    func owns(_ id: UnsafeRawBufferPointer) -> Bool { range.contains(partition(of: id)) }

    /// The partition of the device with the bytes of an id.
    ///
    /// - Complexity: linear in the bytes, for each fixed text of an id that is put together.
    func partition(of id: UnsafeRawBufferPointer) -> Int {
        var hash = PartitionHash()
        if pieces.isEmpty {
            hash.add(id)
        } else {
            var rest = id[...]
            for index in pieces.indices {
                if case .text(let text) = pieces[index] {
                    let (level, behind) = Self.split(rest, at: text, isLast: index + 1 == pieces.count)
                    hash.add(level)
                    rest = behind
                }
            }
            hash.add(rest)
        }
        return hash.partition(of: partitions)
    }

    /// What stands before a text, and behind it: its first place ends the level before it, and the last text
    /// is at the end.
    private static func split(
        _ bytes: Slice<UnsafeRawBufferPointer>,
        at text: [UInt8],
        isLast: Bool
    ) -> (Slice<UnsafeRawBufferPointer>, Slice<UnsafeRawBufferPointer>) {
        if isLast {
            let isThere = bytes.suffix(text.count).elementsEqual(text)
            return (isThere ? bytes.dropLast(text.count) : bytes, bytes.suffix(0))
        }
        guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: text) }) else {
            return (bytes.prefix(0), bytes)
        }
        return (bytes[..<place], bytes[(place + text.count)...])
    }
}
