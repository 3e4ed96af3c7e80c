/// What a value holds, where it is of that kind.
extension JSONNode {
    /// The value of a key, where this is an object that has it.
    func member(_ key: String) -> JSONNode? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.key == key }?.node
    }

    /// The elements; none where this is no list.
    var elements: [JSONNode] { if case .array(let nodes) = value { nodes } else { [] } }

    /// The text, where this is one.
    var text: String? { if case .string(let text) = value { text } else { nil } }

    /// The number, where this is one.
    var number: Double? { if case .number(let number) = value { number } else { nil } }

    /// The number under a key, where this is an object that has one there.
    ///
    /// Looked up by index: with an optional chain over `member` the compiler of Swift 6.3 ends in its
    /// optimiser.
    func number(of key: String) -> Double? {
        guard case .object(let members) = value, let index = members.firstIndex(where: { $0.key == key })
        else { return nil }
        return members[index].node.number
    }
}
