/// What a fence says.
///
/// Unchecked, as a class is that has a subclass: all that it and the only one store are constants that are
/// `Sendable`.
class FenceRecord: @unchecked Sendable {
    final let id: Identifier
    final let terms: FenceAttributes
    // The last one: what stands behind it would need room to be aligned.
    final let shape: Shape?

    fileprivate init(id: Identifier, shape: Shape?, terms: FenceAttributes) {
        (self.id, self.shape, self.terms) = (id, shape, terms)
    }

    var name: String? { nil }

    /// A record, as small as it can be: of many fences most have no name.
    static func make(id: Identifier, name: String?, shape: Shape?, terms: FenceAttributes) -> FenceRecord {
        guard let name else { return FenceRecord(id: id, shape: shape, terms: terms) }
        return NamedFenceRecord(id: id, name: name, shape: shape, terms: terms)
    }
}

/// What a fence with a name says.
private final class NamedFenceRecord: FenceRecord, @unchecked Sendable {
    private let ownName: String

    init(id: Identifier, name: String, shape: Shape?, terms: FenceAttributes) {
        ownName = name
        super.init(id: id, shape: shape, terms: terms)
    }

    override var name: String? { ownName }
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
