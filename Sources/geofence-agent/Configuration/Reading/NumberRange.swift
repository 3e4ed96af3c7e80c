/// The numbers that a key takes.
struct NumberRange {
    /// The least, or what the number must exceed.
    var lower: Double
    /// Whether `lower` itself is taken.
    var takesLower = true
    /// The greatest.
    var upper: Double
    /// What is counted: `seconds`; empty for a bare number.
    var unit: String

    /// 0 up to a number.
    static func upTo(_ upper: Double, _ unit: String) -> NumberRange {
        NumberRange(lower: 0, upper: upper, unit: unit)
    }

    /// More than 0 up to a number.
    static func positive(upTo upper: Double, _ unit: String) -> NumberRange {
        NumberRange(lower: 0, takesLower: false, upper: upper, unit: unit)
    }

    /// Seconds in 30 days, the longest that a rule may wait.
    static let thirtyDays = 2_592_000.0

    /// Whether a number is one of them.
    func contains(_ number: Double) -> Bool {
        (takesLower ? number >= lower : number > lower) && number <= upper
    }

    /// `0 to 30 seconds`, `above 0 and at most 30 seconds`.
    var description: String {
        let unit = unit.isEmpty ? "" : " \(unit)"
        let (lower, upper) = (Self.text(lower), Self.text(upper))
        return takesLower ? "\(lower) to \(upper)\(unit)" : "above \(lower) and at most \(upper)\(unit)"
    }

    /// A number without a superfluous `.0`.
    static func text(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? "\(number)"
    }
}
