import GeofenceCore

extension FeatureImporter {
    /// The id that is given, or one made of the name, or of the document's; nil, and reported, where there is
    /// none.
    func identify(_ draft: inout ParsedFeature, _ name: String?) -> Identifier? {
        if let key = draft.id, let text = key.label() {
            do {
                return try Identifier(text)
            } catch {
                guard case .forbidden = error, let id = FenceSlug.of(text) else {
                    return key.refuse("\(error)")
                }
                draft.notes.append(.named(id, from: .text(text)))
                return id
            }
        }
        if let name, let id = FenceSlug.of(name) { return id }
        if case .refused = draft.place { return nil }
        if let stem, let id = FenceSlug.of("\(stem)-\(next)") {
            draft.notes.append(.named(id, from: .file))
            return id
        }
        return draft.source.refuse(
            "has neither an id nor a name that one could be made of; give it an \"id\""
        )
    }
}

extension ValueReader {
    /// A text, or a number as one; nil for an empty text, null, and for all else, which is reported.
    func label() -> String? {
        switch node.value {
        case .string(let text):
            guard !text.utf8.contains(0) else { return refuse("must not hold the character U+0000") }
            return text.isEmpty ? nil : text
        case .number(let number): return NumberRange.text(number)
        case .null: return nil
        default: return wrongKind("a text or a number")
        }
    }
}
