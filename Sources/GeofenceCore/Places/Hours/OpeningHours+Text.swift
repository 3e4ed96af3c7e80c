extension OpeningHours {
    /// Reads opening hours as OpenStreetMap writes them; see the type for what of it.
    ///
    /// - Throws: `OpeningHoursError` that says what is wrong, and where.
    public init(_ text: String) throws(OpeningHoursError) {
        var scanner = HoursScanner(text)
        scanner.skipSpaces()
        guard !scanner.isAtEnd else { throw OpeningHoursError(.empty, column: 1, found: "") }
        var (rules, unsupported): ([Rule], [String]) = ([], [])
        var isAddition = false
        repeat {
            if scanner.consume(";") { isAddition = false }
            scanner.skipSpaces()
            if scanner.isAtEnd, !rules.isEmpty || !unsupported.isEmpty { break }
            var reader = HoursRuleReader(scanner, isAddition: isAddition)
            let rule = try reader.read()
            scanner = reader.scanner
            if let rule { rules.append(rule) }
            if let left = reader.unsupported { unsupported.append(left) }
            isAddition = scanner.consume(",")
            if !isAddition, !scanner.consume(";"), !scanner.isAtEnd { throw scanner.error(.rule) }
        } while !scanner.isAtEnd
        self.init(rules: rules, unsupported: unsupported)
    }
}
