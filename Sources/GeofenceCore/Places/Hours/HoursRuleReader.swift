/// Reads one rule of opening hours.
struct HoursRuleReader {
    var scanner: HoursScanner
    /// What the rule says of holidays.
    private(set) var unsupported: String?
    private let isAddition: Bool
    private let start: Int

    init(_ scanner: HoursScanner, isAddition: Bool) {
        (self.scanner, self.isAddition, start) = (scanner, isAddition, scanner.position)
    }

    /// Reads the rule that stands next; nil where it is of holidays alone.
    mutating func read() throws(OpeningHoursError) -> OpeningHours.Rule? {
        try refuseUnsupported()
        if scanner.consume("24/7") {
            return try finish(OpeningHours.Rule(spans: [], isAddition: isAddition), isEmpty: false)
        }
        var rule = OpeningHours.Rule(spans: [], isAddition: isAddition)
        rule.dates = try dates()
        let (days, hasHolidays) = try weekdays()
        if let days { rule.days = days }
        // `SH Mo-Fr` is of those days of the holidays alone.
        if hasHolidays, days == nil { _ = try weekdays() }
        let isSelected = days != nil || !rule.dates.isEmpty || hasHolidays
        if isSelected { _ = scanner.consume(":") }
        try refuseUnsupported()
        rule.spans = try spans()
        let finished = try finish(rule, isEmpty: !isSelected && rule.spans.isEmpty)
        if hasHolidays { unsupported = scanner.written(from: start, to: scanner.position) }
        return hasHolidays && days == nil ? nil : finished
    }

    /// Reads `open`, `off`, `closed` and comments.
    private mutating func finish(_ rule: OpeningHours.Rule, isEmpty: Bool) throws(OpeningHoursError)
        -> OpeningHours.Rule
    {
        var (rule, hasState) = (rule, true)
        switch scanner.word(of: ["off", "closed", "open", "unknown"]) {
        case 0, 1: rule.isOff = true
        case 2: break
        case 3: throw OpeningHoursError(.unsupported("\"unknown\""), column: start + 1, found: "unknown")
        default: hasState = false
        }
        try skipComment()
        guard hasState || !isEmpty else { throw scanner.error(.rule) }
        return rule
    }

    private mutating func skipComment() throws(OpeningHoursError) {
        guard scanner.consume("\"") else { return }
        while let byte = scanner.next {
            scanner.move(to: scanner.position + 1)
            if byte == 0x22 { return }
        }
        throw scanner.error(.comment)
    }

    private mutating func refuseUnsupported() throws(OpeningHoursError) {
        let start = scanner.position
        for (word, name) in Self.unsupportedWords where scanner.consume(word) {
            scanner.move(to: start)
            throw scanner.error(.unsupported(name))
        }
    }

    private static let unsupportedWords: [(StaticString, String)] = [
        ("sunrise", "sunrise"), ("sunset", "sunset"), ("dawn", "dawn"), ("dusk", "dusk"),
        ("(", "a time that is reckoned"),
        ("week", "a week of the year"), ("easter", "a date that changes every year"),
        ("||", "a rule for when nothing else is known"),
    ]
}
