/// A JSON value that stays where it is: its kind, its place in the payload, and its number if it is one.
struct PayloadValue {
    enum Kind: UInt8 {
        case absent, null, no, yes, number, text, object, array
    }

    let kind: Kind
    /// Where it begins in the payload; a text without its quotes.
    let start: Int32
    /// Where it ends in the payload; a text without its quotes.
    let end: Int32
    /// Whether a text has escapes.
    let isEscaped: Bool
    /// The number, always finite; 0 for what is none.
    let number: Double

    /// No value at all.
    static let absent = PayloadValue(.absent, 0, 0)

    init(_ kind: Kind, _ start: Int, _ end: Int, isEscaped: Bool = false, number: Double = 0) {
        self.kind = kind
        self.start = Int32(truncatingIfNeeded: start)
        self.end = Int32(truncatingIfNeeded: end)
        self.isEscaped = isEscaped
        self.number = number
    }

    /// Neither there nor null.
    var isNothing: Bool { kind == .absent || kind == .null }
}
