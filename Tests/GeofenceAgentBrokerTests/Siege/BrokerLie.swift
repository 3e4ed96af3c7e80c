/// What no broker would say.
enum BrokerLie: CaseIterable {
    /// CONNACK: the session is kept for a second.
    case shortSession
    /// CONNACK: one message at a time.
    case oneAtATime
    /// CONNACK with a property that there isn't; the library ends the process for it.
    case unknownProperty
    /// From the fifth on, PUBACKs are for messages that there aren't.
    ///
    /// All of them: a broker answers in the order in which messages came. Where it left one out, that one
    /// would be sent again behind newer ones on its topic.
    case strangePacketIDs
    /// Each SUBACK comes five hundred times.
    case endlessAnswers
}

/// Changes the packets of one connection on their way from the broker.
struct BrokerLiar {
    private let lie: BrokerLie
    private var pending: [UInt8] = []
    private var answers = 0

    init(_ lie: BrokerLie) { self.lie = lie }

    /// The whole packets that have come, as they are told.
    mutating func told(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        pending += bytes
        var told: [UInt8] = []
        var start = 0
        while let (body, end) = Self.packet(pending[start...]) {
            told += changed(Array(pending[start..<end]), body - start)
            start = end
        }
        pending.removeFirst(start)
        return told[...]
    }

    /// Where the body of the first packet begins, and where it ends; nil where it isn't whole.
    private static func packet(_ bytes: ArraySlice<UInt8>) -> (body: Int, end: Int)? {
        var (length, shift, index) = (0, 0, bytes.startIndex + 1)
        while index < bytes.endIndex, shift < 28 {
            length |= Int(bytes[index] & 127) << shift
            index += 1
            if bytes[index - 1] < 128 {
                return index + length <= bytes.endIndex ? (index, index + length) : nil
            }
            shift += 7
        }
        return nil
    }

    private mutating func changed(_ packet: [UInt8], _ body: Int) -> [UInt8] {
        switch (packet[0] >> 4, lie) {
        case (2, .shortSession): return Self.adding([0x11, 0, 0, 0, 1], size: 5, to: packet, body)
        case (2, .oneAtATime): return Self.adding([0x21, 0, 1], size: 3, to: packet, body)
        case (2, .unknownProperty): return Self.adding([0x7F, 1], size: 2, to: packet, body)
        case (4, .strangePacketIDs):
            answers += 1
            guard answers > 4 else { return packet }
            var packet = packet
            packet[body] ^= 0x40
            return packet
        case (9, .endlessAnswers): return Array(repeating: packet, count: 500).flatMap(\.self)
        default: return packet
        }
    }

    /// A CONNACK with a property in the place of its own: bodies here are shorter than 128 bytes.
    private static func adding(_ property: [UInt8], size: Int, to packet: [UInt8], _ body: Int) -> [UInt8] {
        guard packet.count > body + 2, packet.count < 120 else { return packet }
        var properties = Array(packet[(body + 3)...])
        var index = 0
        while index < properties.count {
            let length = Self.length(of: properties, at: index)
            if properties[index] == property[0] {
                properties.removeSubrange(index..<min(index + length, properties.count))
            } else {
                index += length
            }
        }
        properties += property
        let rest = Array(packet[body..<(body + 2)]) + [UInt8(properties.count)] + properties
        return [packet[0], UInt8(rest.count)] + rest
    }

    /// How long a property of a CONNACK is: mosquitto's have one, two or four bytes, or are texts.
    private static func length(of properties: [UInt8], at index: Int) -> Int {
        switch properties[index] {
        case 0x11, 0x27: 5
        case 0x13, 0x21, 0x22: 3
        case 0x12, 0x15, 0x1A, 0x1C, 0x1F:
            index + 2 < properties.count
                ? 3 + Int(properties[index + 1]) << 8 + Int(properties[index + 2]) : properties.count
        default: 2
        }
    }
}
