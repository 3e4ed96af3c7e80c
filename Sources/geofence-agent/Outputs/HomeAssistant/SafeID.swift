/// Texts as ids that Home Assistant takes: letters, digits, `_` and `-`.
enum SafeID {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// A text with every other byte, and `_`, as `_` and two hexadecimal digits.
    ///
    /// Two texts never have one id.
    static func escaped(_ text: String) -> String {
        if text.utf8.allSatisfy(isSafe) { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isSafe(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "_"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isSafe(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || isCapital(byte) || byte == UInt8(ascii: "-")
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

    /// Its letters and digits in lower case, with `_` for whatever lies between them.
    private static func word(_ text: String) -> String {
        // A few letters have an ASCII letter as their small one.
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        var bytes: [UInt8] = []
        var isBehindGap = false
        for byte in (isPlain ? text : text.lowercased()).utf8 {
            let small = isCapital(byte) ? byte | 0x20 : byte
            guard isLetterOrDigit(small) else {
                isBehindGap = !bytes.isEmpty
                continue
            }
            if isBehindGap { bytes.append(UInt8(ascii: "_")) }
            isBehindGap = false
            bytes.append(small)
        }
        bytes = Array(bytes.prefix(longestWord))
        if bytes.last == UInt8(ascii: "_") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
