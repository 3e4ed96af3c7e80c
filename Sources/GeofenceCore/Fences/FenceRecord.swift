/// What a fence says, behind one reference: of many fences most have no name, and no room for one.
enum FenceRecord: Sendable {
    case unnamed(Contents<NoName>)
    case named(Contents<String>)

    /// What stands where there is no name: it takes no room.
    struct NoName: Sendable {}

    final class Contents<Name: Sendable>: Sendable {
        let id: Identifier
        let terms: FenceAttributes
        let shape: Shape?
        // Behind the shape: that of a circle would need room to be aligned, and a name has it.
        let name: Name

        init(id: Identifier, name: Name, shape: Shape?, terms: FenceAttributes) {
            (self.id, self.name, self.shape, self.terms) = (id, name, shape, terms)
        }
    }

    init(id: Identifier, name: String?, shape: Shape?, terms: FenceAttributes) {
        if let name {
            self = .named(Contents(id: id, name: name, shape: shape, terms: terms))
        } else {
            self = .unnamed(Contents(id: id, name: NoName(), shape: shape, terms: terms))
        }
    }

    var id: Identifier {
        switch self {
        case .unnamed(let contents): contents.id
        case .named(let contents): contents.id
        }
    }

    var name: String? {
        switch self {
        case .unnamed: nil
        case .named(let contents): contents.name
        }
    }

    var terms: FenceAttributes {
        switch self {
        case .unnamed(let contents): contents.terms
        case .named(let contents): contents.terms
        }
    }

    var shape: Shape? {
        switch self {
        case .unnamed(let contents): contents.shape
        case .named(let contents): contents.shape
        }
    }

    /// Whether both are in memory once.
    func isSame(as other: FenceRecord) -> Bool {
        switch (self, other) {
        case (.unnamed(let a), .unnamed(let b)): a === b
        case (.named(let a), .named(let b)): a === b
        default: false
        }
    }
}

extension FenceRecord: Hashable {
    static func == (a: FenceRecord, b: FenceRecord) -> Bool {
        a.isSame(as: b) || a.id == b.id && a.name == b.name && a.shape == b.shape && a.terms == b.terms
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(name)
        hasher.combine(shape)
        hasher.combine(terms)
    }
}
