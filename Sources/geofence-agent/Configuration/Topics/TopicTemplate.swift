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
        switch device {
        case .level(let level):
            return pattern.level(level, ifMatches: topic).map(TopicMatch.topic) ?? .none
        case .payload: return pattern.matches(topic) ? .payload : .none
        case .composed(let pieces):
            guard pattern.matches(topic) else { return .none }
            return Self.compose(pieces, of: topic, into: &scratch)
        }
    }

    /// Puts an id together from which its levels can be read again: no two topics make one id.
    ///
    /// For that, the first place of the text behind a level must be the end of the level. The last level may
    /// hold anything.
    private static func compose(
        _ pieces: [DeviceTemplate.Piece],
        of topic: UnsafeRawBufferPointer,
        into scratch: inout [UInt8]
    ) -> TopicMatch {
        scratch.removeAll(keepingCapacity: true)
        var level = 0
        for index in pieces.indices {
            switch pieces[index] {
            case .text(let text):
                let end = scratch.count
                scratch.append(contentsOf: text)
                let isBetween = index > 0 && index + 1 < pieces.count
                if isBetween, holds(text, scratch, from: level, before: end) { return .ambiguous }
            case .level(let number):
                level = scratch.count
                let range = TopicPattern.level(number, of: topic)
                scratch.append(contentsOf: UnsafeRawBufferPointer(rebasing: topic[range]))
            }
        }
        return .scratch
    }

    /// Whether a text begins somewhere from `start` on, before `end`; it stands at `end` in any case.
    private static func holds(_ text: [UInt8], _ bytes: [UInt8], from start: Int, before end: Int) -> Bool {
        (start..<end).contains { bytes[$0...].starts(with: text) }
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
    /// In no place: a level but the last holds the text that joins it to the next, so that another topic
    /// could make the same id.
    case ambiguous
    /// In the payload, where `TopicTemplate.device` says.
    case payload
}
