extension Unicode.Scalar {
    /// What a letter behind a backslash stands for in JSON, but for `u`, which has digits behind it; nil
    /// where it is none.
    ///
    /// Source: RFC 8259, section 7.
    init?(jsonEscape letter: UInt8) {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): self.init(letter)
        case UInt8(ascii: "b"): self = "\u{8}"
        case UInt8(ascii: "f"): self = "\u{C}"
        case UInt8(ascii: "n"): self = "\n"
        case UInt8(ascii: "r"): self = "\r"
        case UInt8(ascii: "t"): self = "\t"
        default: return nil
        }
    }
}
