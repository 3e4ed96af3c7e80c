/// Which of a feature's properties, or columns of a table, are to be its id, its name and its groups.
///
/// Nil where nobody has said so: the usual names count then.
struct LabelKeys: Hashable, Sendable {
    /// Holds a text or a number.
    var id: String?
    /// Holds a text or a number.
    var name: String?
    /// Holds a text, a number, or a list of them.
    var groups: String?

    /// What each is, by the name of its option.
    enum Role: String, CaseIterable {
        case id, name, group
    }

    /// Whether none is named.
    var isEmpty: Bool { self == LabelKeys() }

    /// The property that is named for it.
    subscript(role: Role) -> String? {
        switch role {
        case .id: id
        case .name: name
        case .group: groups
        }
    }
}

extension ValueReader {
    /// The member of a name, of which upper and lower case don't count unless there are several; nothing is
    /// reported.
    func member(called name: String) -> ValueReader? {
        guard case .object(let members) = node.value else { return nil }
        let exact = members.firstIndex { $0.key == name }
        let lowercase = name.lowercased()
        guard let index = exact ?? members.firstIndex(where: { $0.key.lowercased() == lowercase }) else {
            return nil
        }
        return child(members[index].node, name: members[index].key)
    }

    /// An object whose members that are called like a key of a fence but for case have that key's name.
    func withFenceKeys() -> ValueReader {
        guard case .object(let members) = node.value,
            members.contains(where: { FeatureKeys.respelt($0.key) != nil })
        else { return self }
        var known = Set(members.map(\.key))
        let respelt = members.map { member in
            guard let key = FeatureKeys.respelt(member.key), known.insert(key).inserted else { return member }
            return JSONMember(key: key, position: member.position, node: member.node)
        }
        let node = JSONNode(position: node.position, value: .object(respelt))
        return ValueReader(node: node, path: path, reading: reading)
    }
}
