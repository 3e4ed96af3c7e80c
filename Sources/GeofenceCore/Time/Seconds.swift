/// Durations between what people write (seconds) and what the engine counts (milliseconds).
public enum Seconds {
    /// Seconds as whole milliseconds, rounded; far too long ones become the longest there is.
    public static func milliseconds(_ seconds: Double) -> Int64 {
        let milliseconds = seconds * 1000
        // Mostly it is whole, and to find that out costs less than to round.
        if milliseconds.magnitude < 1e15 {
            let whole = Int64(milliseconds)
            if Double(whole) == milliseconds { return whole }
        }
        return Int64(exactly: milliseconds.rounded()) ?? .max
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
