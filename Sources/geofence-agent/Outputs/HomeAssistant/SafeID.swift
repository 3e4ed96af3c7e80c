/// Texts as ids that Home Assistant takes: letters, digits, `_` and `-`.
enum SafeID {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// A text with every other byte, and `_`, as `_` and two hexadecimal digits.
    ///
    /// Two texts never have one id.
    static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "_"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A text in the part of a URL behind the `#`: every other byte as `%` and two hexadecimal digits.
    static func inURL(_ text: String) -> String { escaped(text).replacing("_", with: "%") }

    /// Texts joined to one id; two lists never have one id either, since no escaped text holds `__`.
    static func joined(_ texts: [String]) -> String { texts.map(escaped).joined(separator: "__") }

    /// Words for an entity's id, such as `van_1_depot`; nil where one of the texts has no ASCII letter or
    /// digit.
    ///
    /// Different texts may have one: Home Assistant adds a number then.
    static func words(_ texts: [String]) -> String? {
        let parts = texts.map(word)
        return parts.contains("") ? nil : parts.joined(separator: "_")
    }

    /// Most characters of one text in an entity's id, which may have 255 in all.
    private static let longestWord = 80

    private static func word(_ text: String) -> String {
        let parts = text.lowercased().utf8.split { byte in
            !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        let word = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "_").prefix(
            longestWord
        )
        return String(word.last == "_" ? word.dropLast() : word)
    }
}
