extension JSONWriter {
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
