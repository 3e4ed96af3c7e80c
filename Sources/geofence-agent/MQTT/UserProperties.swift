/// User properties of a message of MQTT 5: pairs of a name and a value, which whoever asks finds again beside
/// the answer.
///
/// They are kept as they stand in a packet: of each name and value the length in two bytes, and its UTF-8.
package struct UserProperties: Hashable, Sendable {
    /// How many come back.
    package static let most = 16
    /// How many bytes come back, of all names and values together.
    package static let mostBytes = 1024

    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Those that were kept before; bytes that can be none end them.
    package init(bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        for (name, value) in Self.pairs(bytes) where !append(bytes[name], bytes[value]) { return }
    }

    package var isEmpty: Bool { bytes.isEmpty }

    /// Adds a pair behind the others; `false`, and nothing is added, where that would be too much.
    package mutating func append(_ name: some Collection<UInt8>, _ value: some Collection<UInt8>) -> Bool {
        let count = Self.pairs(bytes).count
        let others = bytes.count - 4 * count
        guard count < Self.most, name.count + value.count <= Self.mostBytes - others else { return false }
        for text in [Array(name), Array(value)] {
            bytes.append(UInt8(text.count >> 8))
            bytes.append(UInt8(text.count & 0xFF))
            bytes += text
        }
        return true
    }

    /// Names and values, in their order.
    package var pairs: [(name: String, value: String)] {
        Self.pairs(bytes).map { name, value in
            (String(decoding: bytes[name], as: UTF8.self), String(decoding: bytes[value], as: UTF8.self))
        }
    }

    private static func pairs(_ bytes: [UInt8]) -> [(name: Range<Int>, value: Range<Int>)] {
        var pairs: [(name: Range<Int>, value: Range<Int>)] = []
        var start = 0
        while pairs.count < most, let name = text(bytes, start), let value = text(bytes, name.upperBound) {
            pairs.append((name, value))
            start = value.upperBound
        }
        return pairs
    }

    private static func text(_ bytes: [UInt8], _ start: Int) -> Range<Int>? {
        guard bytes.count - start >= 2 else { return nil }
        let length = Int(bytes[start]) << 8 | Int(bytes[start + 1])
        guard length <= bytes.count - start - 2 else { return nil }
        return start + 2..<start + 2 + length
    }
}
