import GeofenceCore

/// An id made of a text that can't be one, or isn't meant to be.
enum FenceSlug {
    /// `Depot Nord (2)` is `depot-nord-2`: letters and digits in lower case, all else `-`; nil where nothing
    /// is left.
    ///
    /// At most `Identifier.maximumBytes` bytes; what is over is left out.
    static func of(_ text: String) -> Identifier? {
        var slug = ""
        for character in text.lowercased() {
            let isKept = character.isLetter || character.isNumber
            guard isKept || !slug.isEmpty && !slug.hasSuffix("-") else { continue }
            let next = isKept ? String(character) : "-"
            guard slug.utf8.count + next.utf8.count <= Identifier.maximumBytes else { break }
            slug += next
        }
        while slug.hasSuffix("-") { slug.removeLast() }
        return try? Identifier(slug)
    }
}
