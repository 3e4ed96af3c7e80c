/// What a text says of a network's name or an access point's address.
enum WiFiText: Hashable {
    /// A name, or an address as 12 lower-case hexadecimal digits.
    case known(String)
    /// Empty, null, or all zeros.
    case nothing
    /// There is no network.
    case disconnected
    /// Whoever wrote it does not know, or may not say.
    case unknown

    /// Bytes of a name that are kept: more than those of any name that a fence can have.
    private static let longest = 64

    /// Reads a name, which may stand in quotes as Android has it.
    ///
    /// Bytes that are no UTF-8 become U+FFFD. A name has 32 bytes at most (IEEE 802.11); of a longer text the
    /// first `longest` are kept, which no fence has.
    init(ssid bytes: UnsafeRawBufferPointer) {
        let name = Self.unquoted(bytes)
        if name.isEmpty {
            self = .nothing
        } else {
            self = Self.values[name] ?? .known(String(decoding: name.prefix(Self.longest), as: UTF8.self))
        }
    }

    /// Reads an address in any of its spellings; nil for what is none.
    init?(bssid bytes: UnsafeRawBufferPointer) {
        let text = Self.unquoted(bytes)
        guard let address = Self.address(text) else {
            guard let value = text.isEmpty ? .nothing : Self.values[text] else { return nil }
            self = value
            return
        }
        switch address {
        case 0: self = .nothing
        case Self.androidRedacted, Self.broadcast: self = .unknown
        default: self = .known(Self.text(of: address))
        }
    }

    /// Android's answer to an app that may not know where the device is (`WifiInfo.DEFAULT_MAC_ADDRESS`).
    private static let androidRedacted: UInt64 = 0x02_00_00_00_00_00
    private static let broadcast: UInt64 = 0xFF_FF_FF_FF_FF_FF

    /// What publishers write for want of a name: Android, Home Assistant, `iwconfig`.
    private static let values = NameTable<WiFiText>([
        (.disconnected, ["Not Connected", "<not connected>", "none", "null"]),
        (.unknown, ["<unknown ssid>", "unknown", "unavailable", "any"]),
    ])

    private static func unquoted(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let quote = UInt8(ascii: "\"")
        guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return bytes }
        return UnsafeRawBufferPointer(rebasing: bytes[1..<(bytes.count - 1)])
    }

    /// Twelve digits, with `:`, `-`, `.` anywhere between them.
    private static func address(_ bytes: UnsafeRawBufferPointer) -> UInt64? {
        var address: UInt64 = 0
        var digits = 0
        for byte in bytes
        where byte != UInt8(ascii: ":") && byte != UInt8(ascii: "-") && byte != UInt8(ascii: ".") {
            guard digits < 12, let digit = hexadecimalDigit(byte) else { return nil }
            address = address << 4 | UInt64(digit)
            digits += 1
        }
        return digits == 12 ? address : nil
    }

    private static func text(of address: UInt64) -> String {
        let digits: StaticString = "0123456789abcdef"
        return String(unsafeUninitializedCapacity: 12) { bytes in
            for index in 0..<12 {
                bytes[index] = digits.utf8Start[Int(address >> UInt64(44 - 4 * index) & 0xF)]
            }
            return 12
        }
    }
}
