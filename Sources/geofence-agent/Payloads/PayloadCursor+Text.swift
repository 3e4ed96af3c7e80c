extension PayloadCursor {
    /// Reads the text that begins here with its quote.
    ///
    /// - Throws: `json` for bytes that are not UTF-8, control characters, escapes that there are none of,
    ///   lone surrogates.
    mutating func text() throws(Rejection) -> PayloadValue {
        guard consume(UInt8(ascii: "\"")) else { throw .json }
        let start = at
        var isEscaped = false
        while true {
            switch peek {
            case UInt8(ascii: "\""):
                advance()
                return PayloadValue(.text, start, at - 1, isEscaped: isEscaped)
            case UInt8(ascii: "\\"):
                isEscaped = true
                _ = try escape()
            case 0x20..<0x80: advance()
            case 0x80...: try sequence()
            default: throw .json
            }
        }
    }

    /// What a text says, as bytes: in place, or unescaped in passing.
    func withText<Result>(_ text: PayloadValue, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        guard text.isEscaped else { return body(slice(text)) }
        return unescaped(text).withUnsafeBytes(body)
    }

    /// What a text says.
    func string(_ text: PayloadValue) -> String {
        withText(text) { String(decoding: $0, as: UTF8.self) }
    }

    private func unescaped(_ text: PayloadValue) -> [UInt8] {
        var cursor = PayloadCursor(slice(text))
        var plain: [UInt8] = []
        while !cursor.isAtEnd {
            if cursor.peek == UInt8(ascii: "\\"), let scalar = try? cursor.escape() {
                plain.append(contentsOf: String(Character(scalar)).utf8)
            } else {
                plain.append(cursor.peek)
                cursor.advance()
            }
        }
        return plain
    }

    /// Reads the escape that begins here with its backslash.
    mutating func escape() throws(Rejection) -> Unicode.Scalar {
        advance()
        let letter = peek
        advance()
        if letter == UInt8(ascii: "u") { return try unicodeEscape() }
        guard let scalar = Unicode.Scalar(jsonEscape: letter) else { throw .json }
        return scalar
    }

    /// Reads the digits of `\u20ac`, or of both halves of a surrogate pair.
    private mutating func unicodeEscape() throws(Rejection) -> Unicode.Scalar {
        var code = try hexadecimal()
        if code & 0xFC00 == 0xD800 {
            guard consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u")) else { throw .json }
            let low = try hexadecimal()
            guard low & 0xFC00 == 0xDC00 else { throw .json }
            code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
        }
        guard let scalar = Unicode.Scalar(code) else { throw .json }
        return scalar
    }

    /// Reads four hexadecimal digits.
    @inline(__always) mutating func hexadecimal() throws(Rejection) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = hexadecimalDigit(peek) else { throw .json }
            code = code << 4 | UInt32(digit)
            advance()
        }
        return code
    }

    /// Passes one character of two to four bytes.
    ///
    /// Source: the table of well-formed byte sequences, Unicode standard, table 3-7.
    private mutating func sequence() throws(Rejection) {
        let lead = peek
        advance()
        switch lead {
        case 0xC2...0xDF: try tail(0x80...0xBF)
        case 0xE0: try tails(1, after: 0xA0...0xBF)
        case 0xED: try tails(1, after: 0x80...0x9F)
        case 0xE1...0xEF: try tails(1, after: 0x80...0xBF)
        case 0xF0: try tails(2, after: 0x90...0xBF)
        case 0xF1...0xF3: try tails(2, after: 0x80...0xBF)
        case 0xF4: try tails(2, after: 0x80...0x8F)
        default: throw .json
        }
    }

    private mutating func tails(_ count: Int, after second: ClosedRange<UInt8>) throws(Rejection) {
        try tail(second)
        for _ in 0..<count { try tail(0x80...0xBF) }
    }

    private mutating func tail(_ range: ClosedRange<UInt8>) throws(Rejection) {
        guard range.contains(peek) else { throw .json }
        advance()
    }
}

/// The value of `0`…`9`, `a`…`f`, `A`…`F`.
func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
}
