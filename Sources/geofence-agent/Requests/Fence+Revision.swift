import GeofenceCore

extension Fence {
    /// Tells one version of a fence from another: a hash of all that it says, which is the same after a
    /// restart.
    ///
    /// - Complexity: linear in the corners of its shape.
    var revision: String { Fingerprint.fnv1a(JSONValue.members(members(general: Rules())).bytes) }
}

/// The revision of a fence that a request to set it wants to replace.
struct ExpectedRevision {
    /// `revision` beside the keys of the fence: a text, or null where there must be no such fence yet.
    private let node: JSONNode

    /// Takes it off the keys of a fence, which the configuration knows without it; nil where there is none.
    static func split(off value: ValueReader) -> (rest: ValueReader, expected: Self?) {
        guard case .object(let members) = value.node.value,
            let member = members.last(where: { $0.key == "revision" })
        else { return (value, nil) }
        let others = members.filter { $0.key != "revision" }
        let node = JSONNode(position: value.node.position, value: .object(others))
        let rest = ValueReader(node: node, path: value.path, reading: value.reading)
        if member.node.text == nil, member.node.value != .null {
            value.child(member.node, name: "revision")
                .report("must be a text, as fence/get gives it, or null where there must be no such fence")
        }
        return (rest, Self(node: member.node))
    }

    /// Whether a fence is the one that was meant; nil: there is none.
    func matches(_ fence: Fence?) -> Bool {
        node.value == .null ? fence == nil : fence?.revision == node.text
    }
}
