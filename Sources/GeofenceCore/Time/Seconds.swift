/// Durations between what people write (seconds) and what the engine counts (milliseconds).
public enum Seconds {
    /// Seconds as whole milliseconds, rounded; far too long ones become the longest there is.
    public static func milliseconds(_ seconds: Double) -> Int64 {
        Int64(exactly: (seconds * 1000).rounded()) ?? .max
    }

    /// Milliseconds as seconds in decimal, without needless zeros: `300`, `0.5`.
    public static func text(milliseconds: Int64) -> String {
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        guard rest != 0 else { return "\(whole)" }
        var digits = String(rest.magnitude)
        digits = String(repeating: "0", count: 3 - digits.count) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(whole == 0 && milliseconds < 0 ? "-" : "")\(whole).\(digits)"
    }
}
