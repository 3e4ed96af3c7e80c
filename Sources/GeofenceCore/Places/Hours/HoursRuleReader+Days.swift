extension HoursRuleReader {
    private static let dayNames: [StaticString] = ["mo", "tu", "we", "th", "fr", "sa", "su"]

    /// Reads days of the week and holidays; nil where no day stands there.
    mutating func weekdays() throws(OpeningHoursError) -> (days: Weekdays?, hasHolidays: Bool) {
        var (days, hasHolidays): (Weekdays?, Bool) = (nil, false)
        var before = scanner.position
        repeat {
            if scanner.word(of: ["ph", "sh"]) != nil {
                hasHolidays = true
            } else if let more = try dayRange() {
                days = (days ?? []).union(more)
            } else {
                scanner.move(to: before)
                return (days, hasHolidays)
            }
            before = scanner.position
        } while scanner.consume(",")
        return (days, hasHolidays)
    }

    private mutating func dayRange() throws(OpeningHoursError) -> Weekdays? {
        guard let first = scanner.word(of: Self.dayNames) else { return nil }
        if scanner.next == 0x5B { throw scanner.error(.unsupported("a day counted in its month")) }
        guard scanner.consume("-") else { return Weekdays(rawValue: 1 << UInt8(first)) }
        guard let last = scanner.word(of: Self.dayNames) else { throw scanner.error(.day) }
        let count = (last - first + 7) % 7 + 1
        return (first..<first + count).reduce(into: Weekdays()) {
            $0.insert(Weekdays(rawValue: 1 << UInt8($1 % 7)))
        }
    }

    /// Reads items with commas between them; a comma that none follows is left for what comes next.
    mutating func list<Item>(
        _ item: (inout HoursRuleReader) throws(OpeningHoursError) -> Item?
    ) throws(OpeningHoursError) -> [Item] {
        var items: [Item] = []
        var before = scanner.position
        repeat {
            guard let next = try item(&self) else {
                scanner.move(to: before)
                return items
            }
            items.append(next)
            before = scanner.position
        } while scanner.consume(",")
        return items
    }
}
