import GeofenceCore

extension Fence {
    /// Tells one version of a fence from another: a hash of all that it says, which is the same after a
    /// restart, and whether or not it is monitored.
    ///
    /// - Complexity: linear in the corners of its shape.
    var revision: String {
        Fingerprint.fnv1a(JSONValue.members(monitored(true).members(general: Rules())).bytes)
    }
}

/// The revision of a fence, or of an itinerary, that a request to set it wants to replace.
struct ExpectedRevision {
    /// `revision` beside the keys of the fence: a text, or null where there must be no such fence yet.
    private let node: JSONNode

    /// Takes it off the keys that the configuration knows; nil where there is none.
    static func split(off value: ValueReader, asIn get: String = "fence/get") -> (
        rest: ValueReader, expected: Self?
    ) {
        guard case .object(let members) = value.node.value,
            let member = members.last(where: { $0.key == "revision" })
        else { return (value, nil) }
        let others = members.filter { $0.key != "revision" }
        let node = JSONNode(position: value.node.position, value: .object(others))
        let rest = ValueReader(node: node, path: value.path, reading: value.reading)
        if member.node.text == nil, member.node.value != .null {
            value.child(member.node, name: "revision")
                .report("must be a text, as \(get) gives it, or null where there must be none yet")
        }
        return (rest, Self(node: member.node))
    }

    /// Whether what there is, by its revision, is what was meant; nil: there is nothing.
    func matches(_ revision: String?) -> Bool {
        node.value == .null ? revision == nil : revision == node.text
    }
}
