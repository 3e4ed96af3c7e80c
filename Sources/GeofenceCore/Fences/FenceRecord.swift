/// What a fence says.
final class FenceRecord: Sendable {
    let id: Identifier
    let name: String?
    let terms: FenceAttributes
    // The last one: what stands behind it would need room to be aligned.
    let shape: Shape?

    init(id: Identifier, name: String?, shape: Shape?, terms: FenceAttributes) {
        (self.id, self.name, self.shape, self.terms) = (id, name, shape, terms)
    }
}

extension FenceRecord: Hashable {
    static func == (a: FenceRecord, b: FenceRecord) -> Bool {
        a.id == b.id && a.name == b.name && a.shape == b.shape && a.terms == b.terms
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(name)
        hasher.combine(shape)
        hasher.combine(terms)
    }
}
