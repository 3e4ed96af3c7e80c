extension HoursRuleReader {
    /// Reads spans of time; none where no time stands there.
    mutating func spans() throws(OpeningHoursError) -> [DaySpan] {
        try list { reader throws(OpeningHoursError) in try reader.span() }
    }

    private mutating func span() throws(OpeningHoursError) -> DaySpan? {
        scanner.skipSpaces()
        guard let digit = scanner.next, (0x30...0x39).contains(digit), !isDate else { return nil }
        let start = scanner.position
        let from = try time()
        if scanner.next == 0x2B {
            throw scanner.error(.unsupported("a time of opening without one of closing"))
        }
        guard scanner.consume("-") else { throw scanner.error(.closing) }
        let to = try time()
        if scanner.next == 0x2B { throw scanner.error(.unsupported("a time of closing that may be later")) }
        guard let span = DaySpan(from: from, to: to) else {
            scanner.move(to: start)
            throw scanner.error(.time)
        }
        return span
    }

    /// Whether a year stands there, which begins the dates of another rule.
    private var isDate: Bool {
        var ahead = scanner
        return ahead.number(digits: 4...4) != nil && ahead.next != 0x3A
    }

    private mutating func time() throws(OpeningHoursError) -> Int {
        scanner.skipSpaces()
        let start = scanner.position
        if let hour = scanner.number(digits: 1...2), scanner.consume(":"),
            let minute = scanner.number(digits: 2...2),
            minute < 60, 60 * hour + minute <= 2880
        {
            return 60 * hour + minute
        }
        scanner.move(to: start)
        throw scanner.error(.time)
    }
}
