/// Which topics a source takes, and which device a message on one of them is of.
struct TopicTemplate: Hashable, Sendable {
    /// The topics.
    let pattern: TopicPattern
    /// The device.
    let device: DeviceTemplate

    /// The MQTT topic filter to subscribe to: `fleet/+/location`.
    var filter: String { pattern.filter }

    /// Puts both together; the levels of `device` must be those of `pattern`.
    init(pattern: TopicPattern, device: DeviceTemplate) {
        self.pattern = pattern
        self.device = device
    }

    /// Finds the device id of a message by its topic.
    ///
    /// The id is only extracted: it may be empty, too long or hold anything, and must be taken through
    /// `Identifier`.
    /// - Parameters:
    ///   - topic: The topic's bytes as they came.
    ///   - scratch: Emptied and filled where the id is composed; else untouched. Keep it, and its memory is
    ///     used again.
    /// - Returns: Where the id is, or that the topic is none of the source's.
    /// - Complexity: linear in the length of the topic; nothing is allocated once `scratch` is large enough.
    func match(_ topic: UnsafeRawBufferPointer, into scratch: inout [UInt8]) -> TopicMatch {
        guard pattern.matches(topic) else { return .none }
        switch device {
        case .level(let level): return .topic(TopicPattern.level(level, of: topic))
        case .payload: return .payload
        case .composed(let pieces):
            scratch.removeAll(keepingCapacity: true)
            for piece in pieces { Self.append(piece, of: topic, to: &scratch) }
            return .scratch
        }
    }

    private static func append(
        _ piece: DeviceTemplate.Piece,
        of topic: UnsafeRawBufferPointer,
        to scratch: inout [UInt8]
    ) {
        switch piece {
        case .text(let bytes): scratch.append(contentsOf: bytes)
        case .level(let level):
            scratch.append(
                contentsOf: UnsafeRawBufferPointer(rebasing: topic[TopicPattern.level(level, of: topic)])
            )
        }
    }
}

/// Where the device id of a message is.
enum TopicMatch: Hashable, Sendable {
    /// The topic is none of the source's.
    case none
    /// In these bytes of the topic.
    case topic(Range<Int>)
    /// In the scratch array.
    case scratch
    /// In the payload, where `TopicTemplate.device` says.
    case payload
}
