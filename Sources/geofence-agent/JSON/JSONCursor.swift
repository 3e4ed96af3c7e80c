/// Walks over the bytes of a text and knows in which line and column it is.
struct JSONCursor {
    private let bytes: [UInt8]
    private(set) var index = 0
    private(set) var position = TextPosition()

    /// Starts at the first character after a byte order mark, if there is one.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// Starts in a text of which this is a part, at the place where the part begins.
    init(_ part: [UInt8], at position: TextPosition) {
        bytes = part
        self.position = position
    }

    /// The byte here; nil at the end.
    var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// The whole character here; nil at the end.
    var character: Unicode.Scalar? {
        String(decoding: bytes[index...].prefix(4), as: UTF8.self).unicodeScalars.first
    }

    /// Whether these characters stand here.
    func isAt(_ text: StaticString) -> Bool {
        bytes[index...].starts(
            with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        )
    }

    /// Steps over one byte.
    mutating func advance() {
        guard let byte else { return }
        position.advance(over: byte)
        index += 1
    }

    /// Steps over several bytes.
    mutating func advance(by count: Int) {
        for _ in 0..<count { advance() }
    }

    /// Steps over a byte if it stands here.
    mutating func skip(_ wanted: UInt8) -> Bool {
        guard byte == wanted else { return false }
        advance()
        return true
    }

    /// Steps over blanks, tabs and line ends.
    mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { advance() }
    }

    /// The text from `start` to here.
    func text(from start: Int) -> String {
        String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// The error that something else was expected here.
    func unexpected(_ expected: String) -> JSONSyntaxError {
        guard let character else { return error(.end(expected: expected)) }
        if isAt("//") || isAt("/*") || isAt("#") { return error(.comment) }
        return error(.unexpected(found: character, expected: expected))
    }

    /// An error here.
    func error(_ reason: JSONSyntaxError.Reason) -> JSONSyntaxError {
        JSONSyntaxError(position: position, reason: reason)
    }
}
