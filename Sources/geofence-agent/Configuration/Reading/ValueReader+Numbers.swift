/// Numbers.
extension ValueReader {
    /// A number.
    func number() -> Double? {
        guard case .number(let number) = node.value else {
            return wrongKind("a number without quotation marks")
        }
        return number
    }

    /// A number in a range.
    func number(_ range: NumberRange) -> Double? {
        guard let number = number() else { return nil }
        guard range.contains(number) else {
            return refuse("must be \(range.description), not \(NumberRange.text(number))")
        }
        return number
    }

    /// A whole number in a range.
    func integer(_ range: ClosedRange<Int>, _ unit: String = "") -> Int? {
        let limits = NumberRange(lower: Double(range.lowerBound), upper: Double(range.upperBound), unit: unit)
        guard let number = number(limits) else { return nil }
        guard let whole = Int(exactly: number) else { return refuse("must be a whole number, not \(number)") }
        return whole
    }
}
