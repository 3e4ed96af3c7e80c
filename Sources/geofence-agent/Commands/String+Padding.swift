extension String {
    /// The text with spaces behind it, as wide as a column; a longer one stays as it is.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - columns))
    }

    /// How many columns of a terminal the text takes: a wide character, such as `倉` or `🚚`, takes two.
    ///
    /// Source: Unicode Standard Annex #11, East Asian Width; the values W and F of version 16.
    var columns: Int {
        // In plain text each byte is a column.
        if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
        return reduce(0) { $0 + $1.columns }
    }
}

extension Character {
    /// 2 where any of its scalars is wide, or asks to be shown as an emoji.
    fileprivate var columns: Int { unicodeScalars.contains(where: \.isWide) ? 2 : 1 }
}

extension Unicode.Scalar {
    fileprivate var isWide: Bool {
        switch value {
        case 0..<0x1100: false
        case 0xFE0F: true
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3: true
        case 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6: true
        case 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD: true
        default: properties.isEmojiPresentation
        }
    }
}
