/// Reads the parts of a `TZ` rule from left to right.
struct RuleScanner {
    private var rest: Substring.UTF8View

    /// Begins at the beginning.
    init(_ text: String) { rest = text[...].utf8 }

    /// Whether all has been read.
    var isAtEnd: Bool { rest.isEmpty }

    /// Whether a character comes next.
    func isAt(_ mark: Unicode.Scalar) -> Bool {
        rest.first.map { UInt32($0) == mark.value } ?? false
    }

    /// Takes a character, if it comes next.
    mutating func consume(_ mark: Unicode.Scalar) -> Bool {
        guard isAt(mark) else { return false }
        rest.removeFirst()
        return true
    }

    /// Leaves out a name of three letters or more, or what stands between `<` and `>`.
    mutating func name() -> Bool {
        let isQuoted = consume("<")
        let name = rest.prefix { byte in
            isQuoted
                ? byte != UInt8(ascii: ">") : (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
        }
        rest.removeFirst(name.count)
        return name.count >= 3 && (!isQuoted || consume(">"))
    }

    /// A number of up to three digits in a range.
    mutating func number(_ range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix(3).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard let number = Int(Substring(digits)), range.contains(number) else { return nil }
        rest.removeFirst(digits.count)
        return number
    }

    /// Seconds of `[+-]h[:mm[:ss]]`, at most a week.
    mutating func time() -> Int? {
        let sign = consume("-") ? -1 : 1
        if sign == 1 { _ = consume("+") }
        guard var seconds = number(0...167).map({ $0 * 3600 }) else { return nil }
        for unit in [60, 1] where consume(":") {
            guard let number = number(0...59) else { return nil }
            seconds += number * unit
        }
        return sign * seconds
    }
}
