/// What a pattern may look like.
extension TopicPattern {
    /// Whether some topic fits both this pattern and another.
    func overlaps(_ other: TopicPattern) -> Bool {
        let (mine, theirs) = (TopicLevels.of(filter), TopicLevels.of(other.filter))
        guard mine.count == theirs.count, !dividesBrokerTopics(mine[0], theirs[0]) else { return false }
        return zip(mine, theirs).allSatisfy { a, b in a == "+" || b == "+" || a.utf8.elementsEqual(b.utf8) }
    }

    private func dividesBrokerTopics(_ a: String, _ b: String) -> Bool {
        a == "+" && b.hasPrefix("$") || b == "+" && a.hasPrefix("$")
    }

    static func checkWhole(_ text: String) throws(TopicPatternError) {
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= maximumBytes else { throw .tooLong(bytes: text.utf8.count) }
        for scalar in text.unicodeScalars where !isAllowed(scalar) { throw .forbidden(scalar) }
        let levels = TopicLevels.of(text)
        guard levels.count <= maximumLevels else { throw .tooManyLevels(levels.count) }
        switch levels[0] {
        case "$share", "$queue", "$exclusive": throw .shared(levels[0])
        case "$SYS": throw .broker
        default: return
        }
    }

    /// Whether MQTT allows a character in a topic: no control character, no non-character.
    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory != .control && !scalar.properties.isNoncharacterCodePoint
    }

    /// The name in `{name}`; nil for a literal level and for `+`.
    static func name(of level: String) throws(TopicPatternError) -> String? {
        let scalars = level.unicodeScalars
        if scalars.contains("#") { throw .multiLevel }
        if scalars.contains("+"), level != "+" { throw .partOfLevel(level) }
        guard scalars.contains("{") || scalars.contains("}") else { return nil }
        guard scalars.first == "{", scalars.last == "}", scalars.count > 1 else { throw .partOfLevel(level) }
        let name = String(scalars.dropFirst().dropLast())
        guard !name.unicodeScalars.contains("{"), !name.unicodeScalars.contains("}") else {
            throw .partOfLevel(level)
        }
        guard isName(name) else { throw .name(name) }
        return name
    }

    /// Whether a text is one or more letters, digits and `_`, all ASCII.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
