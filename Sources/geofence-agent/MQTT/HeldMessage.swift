/// A PUBLISH at QoS 0 or 1 that lies whole in the bytes that were read, before the library has seen it.
package struct HeldMessage {
    /// In the bytes.
    package let topic: UnsafeRawBufferPointer
    /// In the bytes; nil where it has properties of MQTT 5 that may mean something, which the library reads.
    package let payload: UnsafeRawBufferPointer?
    /// Packet id; 0 at QoS 0.
    let packet: UInt16
    /// Whether the broker sends it because of a subscription, from what it keeps.
    let isRetained: Bool
    /// Bytes of all of it.
    package let size: Int

    /// Bytes that a length takes at most.
    private static let mostOfLength = 4

    /// Looks at the packet with which some bytes begin; nil where that is something else, or not all there,
    /// or anything is uncommon about it: the library says what is wrong.
    ///
    /// - Complexity: linear in the topic's length.
    package init?(_ bytes: UnsafeRawBufferPointer, _ version: MQTTProtocol) {
        guard bytes.count >= 2, bytes[0] >> 4 == 3 else { return nil }
        let qos = bytes[0] >> 1 & 3
        let isRepeat = bytes[0] & 8 != 0
        guard qos == 1 || qos == 0 && !isRepeat else { return nil }
        guard let (length, at) = Self.length(in: bytes, from: 1) else { return nil }
        let end = at + length
        guard end <= bytes.count, length >= 2 else { return nil }
        let topicEnd = at + 2 + (Int(bytes[at]) << 8 | Int(bytes[at + 1]))
        let idEnd = topicEnd + 2 * Int(qos)
        guard idEnd <= end else { return nil }
        topic = UnsafeRawBufferPointer(rebasing: bytes[(at + 2)..<topicEnd])
        guard !topic.isEmpty, Self.isPlain(topic) else { return nil }
        packet = qos == 0 ? 0 : UInt16(bytes[topicEnd]) << 8 | UInt16(bytes[topicEnd + 1])
        guard qos == 0 || packet != 0 else { return nil }
        switch version {
        case .version311: payload = UnsafeRawBufferPointer(rebasing: bytes[idEnd..<end])
        case .version5:
            guard let (length, at) = Self.length(in: bytes, from: idEnd), at + length <= end else {
                return nil
            }
            let isPlain = Self.areIdle(UnsafeRawBufferPointer(rebasing: bytes[at..<at + length]))
            payload = isPlain ? UnsafeRawBufferPointer(rebasing: bytes[(at + length)..<end]) : nil
        }
        isRetained = bytes[0] & 1 != 0
        size = end
    }

    /// A length that begins at a place, and where it ends; nil where it is not all there, or too long.
    static func length(in bytes: UnsafeRawBufferPointer, from start: Int) -> (length: Int, end: Int)? {
        var (length, at) = (0, start)
        repeat {
            guard at < start + mostOfLength, at < bytes.count else { return nil }
            length |= Int(bytes[at] & 127) << (7 * (at - start))
            at += 1
        } while bytes[at - 1] & 128 != 0
        return (length, at)
    }

    /// Whether properties say no more than what kind of payload it is, and how long it counts.
    private static func areIdle(_ properties: UnsafeRawBufferPointer) -> Bool {
        var at = 0
        while at < properties.count {
            switch properties[at] {
            // The format of the payload, the seconds for which it counts, and its content type.
            case 1: at += 2
            case 2: at += 5
            case 3 where at + 2 < properties.count:
                at += 3 + (Int(properties[at + 1]) << 8 | Int(properties[at + 2]))
            default: return false
            }
        }
        return at == properties.count
    }

    /// Whether a topic is of printable ASCII without wildcards: what else there is, the library looks at.
    private static func isPlain(_ topic: UnsafeRawBufferPointer) -> Bool {
        guard topic.count >= 8 else {
            for byte in topic where Self.other(in: filling | UInt64(byte)) != 0 { return false }
            return true
        }
        var (other, offset) = (UInt64(0), 0)
        while offset + 8 < topic.count {
            other |= Self.other(in: topic.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        // The last eight, some of which may have been looked at before.
        other |= Self.other(in: topic.loadUnaligned(fromByteOffset: topic.count - 8, as: UInt64.self))
        return other == 0
    }

    /// Seven printable bytes, and room for one more.
    private static let filling: UInt64 = 0x6161_6161_6161_6100

    /// Whether any of eight bytes is not printable ASCII, or a wildcard; 0 where none is.
    ///
    /// Source: "Determine if a word has a byte less than n", S. E. Anderson, Bit Twiddling Hacks. It
    /// may mark another byte, too, but only where there is one.
    private static func other(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        func less(_ word: UInt64, _ limit: UInt64) -> UInt64 { (word &- ones &* limit) & ~word }
        let control = less(word, 0x20)
        // DEL becomes the first byte that is no ASCII.
        let delete = word &+ ones
        // One bit is all that "+" has and "#" has not.
        let wildcard = less((word | ones &* 0x08) ^ ones &* UInt64(UInt8(ascii: "+")), 1)
        return (word | control | delete | wildcard) & (ones &* 0x80)
    }
}
