/// Reads a JSON document (RFC 8259) in place: the one lexer for messages and, under `JSONDocumentReader`, for
/// documents.
///
/// Strict, but for two things: a byte order mark before the document, and one comma after the last member or
/// element, are passed over. Numbers beyond `Double` are refused, as is nesting deeper than `maximumDepth`.
///
/// Memory safe as long as `bytes` lives: they are read in `peek` and `slice`, which check their bounds, and
/// nowhere else. At the end `peek` is NUL, which no JSON has outside its strings (inside it is refused too),
/// so that no reader needs to ask for the end.
struct PayloadCursor {
    private let bytes: UnsafeRawBufferPointer
    /// The offset of the next byte.
    private(set) var at = 0
    private var depth = 0

    /// Arrays and objects within each other.
    static let maximumDepth = 128

    /// Begins at the first byte.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Passes a byte order mark.
    mutating func skipByteOrderMark() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF] as [UInt8]) { at = 3 }
    }

    /// The next byte, NUL at the end.
    @inline(__always) var peek: UInt8 { at < bytes.count ? bytes[at] : 0 }

    /// Whether all is read.
    var isAtEnd: Bool { at >= bytes.count }

    @inline(__always) mutating func advance() { at += 1 }

    /// Passes the byte if it is the next.
    @inline(__always) mutating func consume(_ byte: UInt8) -> Bool {
        guard peek == byte, byte != 0 else { return false }
        at += 1
        return true
    }

    @inline(__always) mutating func skipSpace() {
        while peek <= 0x20, peek == 0x20 || peek == 0x0A || peek == 0x0D || peek == 0x09 { at += 1 }
    }

    /// The bytes of a value, in place; of a text, with its escapes.
    func slice(_ value: PayloadValue) -> UnsafeRawBufferPointer {
        let start = min(max(Int(value.start), 0), bytes.count)
        let end = min(max(Int(value.end), start), bytes.count)
        return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }
}

// MARK: - Values

extension PayloadCursor {
    /// Reads a document that is one value, with nothing but space around it.
    mutating func document() throws(Rejection) -> PayloadValue {
        skipSpace()
        let value = try value()
        try end()
        return value
    }

    /// Nothing but space may follow.
    mutating func end() throws(Rejection) {
        skipSpace()
        guard isAtEnd else { throw .json }
    }

    /// Reads the value that begins here; objects and arrays to their end.
    mutating func value() throws(Rejection) -> PayloadValue {
        let start = at
        switch peek {
        case UInt8(ascii: "\""): return try text()
        case UInt8(ascii: "-"), 0x30...0x39: return try number()
        case UInt8(ascii: "{"):
            try enter()
            while try nextName() != nil { try skipMember() }
            return PayloadValue(.object, start, at)
        case UInt8(ascii: "["):
            try enter()
            while try nextElement() { try skipElement() }
            return PayloadValue(.array, start, at)
        case UInt8(ascii: "t"): return try word("true", .yes)
        case UInt8(ascii: "f"): return try word("false", .no)
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw .json
        }
    }

    private mutating func word(_ word: StaticString, _ kind: PayloadValue.Kind) throws(Rejection)
        -> PayloadValue
    {
        let start = at
        for offset in 0..<word.utf8CodeUnitCount {
            guard consume(word.utf8Start[offset]) else { throw .json }
        }
        return PayloadValue(kind, start, at)
    }
}

// MARK: - Members and elements

extension PayloadCursor {
    /// Whether an object begins here.
    var isObject: Bool { peek == UInt8(ascii: "{") }

    /// Whether an array begins here.
    var isArray: Bool { peek == UInt8(ascii: "[") }

    /// Goes into the object or array that begins here.
    mutating func enter() throws(Rejection) {
        guard depth < Self.maximumDepth else { throw .json }
        depth += 1
        at += 1
    }

    /// The name of the next member, with the cursor on its value; nil behind the end of the object.
    mutating func nextName() throws(Rejection) -> PayloadValue? {
        skipSpace()
        if consume(UInt8(ascii: "}")) {
            depth -= 1
            return nil
        }
        let name = try text()
        skipSpace()
        guard consume(UInt8(ascii: ":")) else { throw .json }
        skipSpace()
        return name
    }

    /// Passes what follows the value of a member.
    mutating func endMember() throws(Rejection) {
        skipSpace()
        guard consume(UInt8(ascii: ",")) || peek == UInt8(ascii: "}") else { throw .json }
    }

    /// Whether there is another element, with the cursor on it; if not, the cursor is behind the end of the
    /// array.
    mutating func nextElement() throws(Rejection) -> Bool {
        skipSpace()
        guard consume(UInt8(ascii: "]")) else { return true }
        depth -= 1
        return false
    }

    /// Passes what follows an element.
    mutating func endElement() throws(Rejection) {
        skipSpace()
        guard consume(UInt8(ascii: ",")) || peek == UInt8(ascii: "]") else { throw .json }
    }

    private mutating func skipMember() throws(Rejection) {
        _ = try value()
        try endMember()
    }

    private mutating func skipElement() throws(Rejection) {
        _ = try value()
        try endElement()
    }
}
