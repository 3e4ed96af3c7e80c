/// Strings and numbers.
extension JSONDocumentParser {
    /// Reads a string in quotation marks.
    mutating func string() throws(JSONSyntaxError) -> String {
        cursor.advance()
        var bytes: [UInt8] = []
        while let byte = cursor.byte {
            switch byte {
            case UInt8(ascii: "\""):
                cursor.advance()
                return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"):
                bytes.append(contentsOf: UTF8.encode(try escape()) ?? .encodedReplacementCharacter)
            case 0..<0x20: throw cursor.error(.control(byte))
            default:
                bytes.append(byte)
                cursor.advance()
            }
        }
        throw cursor.unexpected("a quotation mark that closes the string")
    }

    private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
        let backslash = cursor
        cursor.advance()
        guard let letter = cursor.byte else { throw backslash.error(.escape) }
        cursor.advance()
        if letter == UInt8(ascii: "u") { return try unicode(backslash) }
        guard let scalar = Unicode.Scalar(jsonEscape: letter) else { throw backslash.error(.escape) }
        return scalar
    }

    private mutating func unicode(_ start: JSONCursor) throws(JSONSyntaxError) -> Unicode.Scalar {
        let unit = try hexadecimal(start)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard UTF16.isLeadSurrogate(unit), cursor.isAt("\\u") else { throw start.error(.surrogate) }
        let pair = cursor
        cursor.advance(by: 2)
        let trail = try hexadecimal(pair)
        guard UTF16.isTrailSurrogate(trail) else { throw start.error(.surrogate) }
        let value = 0x10000 + (UInt32(unit & 0x3FF) << 10) + UInt32(trail & 0x3FF)
        guard let scalar = Unicode.Scalar(value) else { throw start.error(.surrogate) }
        return scalar
    }

    private mutating func hexadecimal(_ start: JSONCursor) throws(JSONSyntaxError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = cursor.byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw start.error(.escape)
            }
            value = value << 4 | UInt16(digit)
            cursor.advance()
        }
        return value
    }

    /// Reads a number: `-`, digits, a fraction, an exponent.
    mutating func number() throws(JSONSyntaxError) -> Double {
        let start = cursor
        while let byte = cursor.byte, Self.isPartOfNumber(byte) { cursor.advance() }
        let text = cursor.text(from: start.index)
        guard Self.isNumber(text), let value = Double(text), value.isFinite else {
            throw start.error(.number(text))
        }
        return value
    }

    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Whether a text is a number as RFC 8259 has it: `-`, whole part without leading zeros, fraction, exponent.
    private static func isNumber(_ text: String) -> Bool {
        var rest = Substring(text).utf8
        _ = skip("-", &rest)
        let leading = rest.first
        let whole = skipDigits(&rest)
        guard whole == 1 || whole > 1 && leading != UInt8(ascii: "0") else { return false }
        if skip(".", &rest), skipDigits(&rest) == 0 { return false }
        guard skip("eE", &rest) else { return rest.isEmpty }
        _ = skip("+-", &rest)
        return skipDigits(&rest) > 0 && rest.isEmpty
    }

    /// Steps over one of several characters if it comes next.
    private static func skip(_ characters: String, _ rest: inout Substring.UTF8View) -> Bool {
        guard let next = rest.first, characters.utf8.contains(next) else { return false }
        rest.removeFirst()
        return true
    }

    /// Steps over digits; gives how many there were.
    private static func skipDigits(_ rest: inout Substring.UTF8View) -> Int {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        rest.removeFirst(digits.count)
        return digits.count
    }
}
