/// Walks through packets of MQTT 5 from a broker as libmosquitto reads them, up to the first that is broken.
///
/// Its one purpose is to find the packet at which the library ends the process, in every version to date: a
/// property with a number that is none (`log__printf: Assertion 'mosq' failed`).
struct PacketWalk {
    private let bytes: [UInt8]
    private var place = 0
    /// The end of the packet at hand.
    private var end = 0
    /// Whether the library would come to such a property.
    private(set) var meetsUnknownProperty = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        while !meetsUnknownProperty, walkPacket() {}
    }

    /// Reads one packet; says whether another may follow.
    private mutating func walkPacket() -> Bool {
        end = bytes.count
        guard let first = byte(), let length = variable() else { return false }
        // Of a packet of type 0 that comes in parts the library reads the rest as packets.
        guard first != 0 else {
            meetsUnknownProperty = true
            return false
        }
        guard place + length <= bytes.count else { return false }
        end = place + length
        defer { place = end }
        switch first >> 4 {
        case 2: if skip(2) { walkProperties() }
        case 3: if skipText(), first & 6 == 0 || skip(2) { walkProperties() }
        case 4, 5, 6, 7: if length > 3, skip(3) { walkProperties() }
        case 9, 11: if skip(2) { walkProperties() }
        case 14, 15: if skip(1) { walkProperties() }
        default: break
        }
        return true
    }

    /// Goes through a list of properties.
    ///
    /// The library counts the bytes that are left of it, one for each number however it is written, and goes
    /// on to the end of the packet where a value is longer than that.
    private mutating func walkProperties() {
        guard place < end, var left = variable() else { return }
        while left != 0 {
            guard let number = variable() else { return }
            guard let kind = Self.kinds[number] else { return meetsUnknownProperty = true }
            let start = place
            guard skip(kind) else { return }
            left -= 1 + place - start
        }
    }

    /// How a property's value is written.
    private enum Kind { case byte, two, four, variable, text, pair }

    private static let kinds: [Int: Kind] = [
        1: .byte, 2: .four, 3: .text, 8: .text, 9: .text, 11: .variable, 17: .four, 18: .text, 19: .two,
        21: .text, 22: .text, 23: .byte, 24: .four, 25: .byte, 26: .text, 28: .text, 31: .text, 33: .two,
        34: .two, 35: .two, 36: .byte, 37: .byte, 38: .pair, 39: .four, 40: .byte, 41: .byte, 42: .byte,
    ]

    private mutating func skip(_ kind: Kind) -> Bool {
        switch kind {
        case .byte: skip(1)
        case .two: skip(2)
        case .four: skip(4)
        case .variable: variable() != nil
        case .text: skipText()
        case .pair: skipText() && skipText()
        }
    }

    private mutating func byte() -> UInt8? {
        guard place < end else { return nil }
        defer { place += 1 }
        return bytes[place]
    }

    /// A number of one to four bytes.
    private mutating func variable() -> Int? {
        var value = 0
        for shift in stride(from: 0, to: 28, by: 7) {
            guard let byte = byte() else { return nil }
            value |= Int(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }

    private mutating func skip(_ count: Int) -> Bool {
        guard place + count <= end else { return false }
        place += count
        return true
    }

    private mutating func skipText() -> Bool {
        guard let high = byte(), let low = byte() else { return false }
        return skip(Int(high) << 8 | Int(low))
    }
}
