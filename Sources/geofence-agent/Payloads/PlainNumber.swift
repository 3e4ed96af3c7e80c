/// A number as it stands in tables and logs, where JSON's rules don't hold: `007.5`, `+3`, `.5`, `1e3`, and
/// `7,5` where asked for.
struct PlainNumber {
    /// The nearest `Double`, always finite.
    let value: Double

    private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]

    /// Nil for anything that is not one number with at most blanks around it.
    init?(_ bytes: UnsafeRawBufferPointer, decimalComma: Bool = false) {
        var bytes = bytes[...]
        while let first = bytes.first, Self.blanks.contains(first) { bytes.removeFirst() }
        while let last = bytes.last, Self.blanks.contains(last) { bytes.removeLast() }
        let sign = bytes.first
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { bytes.removeFirst() }
        guard let magnitude = Self.magnitude(bytes, decimalComma), magnitude.isFinite else { return nil }
        value = sign == UInt8(ascii: "-") ? -magnitude : magnitude
    }

    private static func magnitude(_ bytes: Slice<UnsafeRawBufferPointer>, _ decimalComma: Bool) -> Double? {
        var rest = bytes
        var decimal = Decimal()
        digits(&rest, into: &decimal)
        if rest.first == UInt8(ascii: ".") || decimalComma && rest.first == UInt8(ascii: ",") {
            rest.removeFirst()
            let whole = decimal.digits
            digits(&rest, into: &decimal)
            decimal.exponent = whole - decimal.digits
        }
        guard decimal.digits > 0 else { return nil }
        if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            guard let exponent = exponent(&rest) else { return nil }
            decimal.exponent += exponent
        }
        guard rest.isEmpty else { return nil }
        return decimal.value ?? slow(bytes)
    }

    private static func digits(_ rest: inout Slice<UnsafeRawBufferPointer>, into decimal: inout Decimal) {
        while let byte = rest.first, byte &- 0x30 < 10 {
            decimal.mantissa = decimal.mantissa &* 10 &+ UInt64(byte &- 0x30)
            decimal.digits += 1
            rest.removeFirst()
        }
    }

    private static func exponent(_ rest: inout Slice<UnsafeRawBufferPointer>) -> Int? {
        let sign = rest.first
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
        var decimal = Decimal()
        digits(&rest, into: &decimal)
        guard (1...4).contains(decimal.digits) else { return nil }
        return sign == UInt8(ascii: "-") ? -Int(decimal.mantissa) : Int(decimal.mantissa)
    }

    /// The standard library's conversion, for the few numbers that `Decimal` leaves out.
    private static func slow(_ bytes: Slice<UnsafeRawBufferPointer>) -> Double? {
        Double(
            String(decoding: bytes.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
        )
    }
}
