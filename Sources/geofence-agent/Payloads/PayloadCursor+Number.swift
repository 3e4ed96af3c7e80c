extension PayloadCursor {
    /// Reads the number that begins here.
    ///
    /// - Throws: `json` where it isn't written as RFC 8259 has it, or is beyond `Double`.
    mutating func number() throws(Rejection) -> PayloadValue {
        let start = at
        let isNegative = consume(UInt8(ascii: "-"))
        var decimal = Decimal()
        if !consume(UInt8(ascii: "0")) {
            try digits(into: &decimal)
        } else if peek &- 0x30 < 10 {
            throw .json
        }
        if consume(UInt8(ascii: ".")) {
            let first = at
            try digits(into: &decimal)
            decimal.exponent = first - at
        }
        if peek | 0x20 == UInt8(ascii: "e") { decimal.exponent += try exponent() }
        let magnitude = decimal.value ?? slow(start, isNegative)
        guard magnitude.isFinite else { throw .json }
        return PayloadValue(.number, start, at, number: isNegative ? -magnitude : magnitude)
    }

    /// The number if the bytes are one number and nothing else.
    static func wholeNumber(_ bytes: UnsafeRawBufferPointer) -> Double? {
        var cursor = PayloadCursor(bytes)
        guard let value = try? cursor.number(), cursor.isAtEnd else { return nil }
        return value.number
    }

    @inline(__always) private mutating func digits(into decimal: inout Decimal) throws(Rejection) {
        let start = at
        var mantissa = decimal.mantissa
        while true {
            let digit = peek &- 0x30
            guard digit < 10 else { break }
            mantissa = mantissa &* 10 &+ UInt64(digit)
            advance()
        }
        guard at > start else { throw .json }
        decimal.mantissa = mantissa
        decimal.digits += at - start
    }

    /// Reads `e-7`; stops counting where no number of a payload's length could make up for it.
    private mutating func exponent() throws(Rejection) -> Int {
        advance()
        let isNegative = consume(UInt8(ascii: "-"))
        if !isNegative { _ = consume(UInt8(ascii: "+")) }
        let start = at
        var exponent = 0
        while peek &- 0x30 < 10 {
            exponent = min(exponent * 10 + Int(peek &- 0x30), 10_000_000)
            advance()
        }
        guard at > start else { throw .json }
        return isNegative ? -exponent : exponent
    }

    /// The standard library's conversion, for the few numbers that `Decimal` leaves out.
    private func slow(_ start: Int, _ isNegative: Bool) -> Double {
        let digits = slice(PayloadValue(.number, isNegative ? start + 1 : start, at))
        return Double(String(decoding: digits, as: UTF8.self)) ?? .infinity
    }
}

extension PayloadCursor {
    /// A number, which may stand in quotes; nil for null and for nothing.
    ///
    /// Publishers of numbers in quotes: OwnTracks' older apps, Home Assistant templates, Ruuvi, Teltonika.
    /// - Throws: `type` for any other value.
    func quantity(_ value: PayloadValue) throws(Rejection) -> Double? {
        switch value.kind {
        case .absent, .null: return nil
        case .number: return value.number
        case .text:
            guard let number = withText(value, { PayloadCursor.wholeNumber($0) }) else { throw .type }
            return number
        case .no, .yes, .object, .array: throw .type
        }
    }
}
