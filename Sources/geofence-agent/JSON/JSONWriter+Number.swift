extension JSONWriter {
    /// A number, as `text` has it.
    mutating func value(_ number: Double) {
        if !writePlain(number) { raw(Self.text(number)) }
    }

    /// A whole number.
    mutating func value(_ number: some BinaryInteger) {
        guard let whole = Int64(exactly: number) else { return raw("\(number)") }
        write(whole.magnitude, isNegative: whole < 0)
    }

    /// Writes a number of seven decimals at most, as nearly all are; says whether it is one.
    ///
    /// No two decimals of up to 15 digits read back as one number: one that does is the shortest.
    private mutating func writePlain(_ number: Double) -> Bool {
        let scaled = (number.magnitude * 1e7).rounded()
        guard scaled < 1e15, scaled / 1e7 == number.magnitude else { return false }
        var (digits, places) = (UInt64(scaled), 7)
        while places > 0, digits % 10 == 0 { (digits, places) = (digits / 10, places - 1) }
        write(digits, places: places, isNegative: number < 0)
        return true
    }

    /// Writes the digits of a number, of which the last `places`, 7 at most, stand behind the point.
    private mutating func write(_ number: UInt64, places: Int = 0, isNegative: Bool) {
        var digits = InlineArray<24, UInt8>(repeating: 0)
        var (first, rest) = (digits.count, number)
        func put(_ digit: UInt8) {
            first -= 1
            digits[first] = digit
        }
        for _ in 0..<places {
            put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        if places > 0 { put(UInt8(ascii: ".")) }
        repeat {
            put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        if isNegative { put(UInt8(ascii: "-")) }
        withUnsafeBytes(of: &digits) { raw(UnsafeRawBufferPointer(rebasing: $0[first...])) }
    }

    /// A number in the fewest digits that read back as the same one; `8` rather than `8.0`.
    ///
    /// From 1e-20 up to 1e21 there is no exponent, since not everything that reads JSON by pattern knows one.
    /// What is no number is `null`: JSON has no other word for it.
    static func text(_ number: Double) -> String {
        guard number.isFinite else { return "null" }
        if let whole = Int64(exactly: number) { return "\(whole)" }
        let shortest = "\(number)"
        guard let mark = shortest.utf8.firstIndex(of: UInt8(ascii: "e")),
            let exponent = Int(shortest[shortest.index(after: mark)...]), (-20...20).contains(exponent)
        else { return shortest }
        return (number < 0 ? "-" : "") + plain(shortest[..<mark].filter(\.isNumber), exponent)
    }

    /// Digits of which the first is worth 10^`exponent`; there is no point among them.
    private static func plain(_ digits: String, _ exponent: Int) -> String {
        guard exponent < 0 else {
            return digits + String(repeating: "0", count: max(0, exponent + 1 - digits.count))
        }
        return "0." + String(repeating: "0", count: -exponent - 1) + digits
    }
}
