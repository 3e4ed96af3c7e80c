import GeofenceCore

/// Hides the fences that zones have become from those who may see devices, and not where people live.
struct ZoneCurtain {
    private let hidden: Set<String>

    /// Nil where there is nothing to hide.
    init?(_ fences: ZoneFences) {
        hidden = Set(fences.ids.map(\.description))
        guard !hidden.isEmpty else { return nil }
    }

    /// Refuses to say anything of such a fence, as of one that isn't there.
    func check(_ request: Request) throws(RequestProblem) {
        guard let name = named(in: request.body) else { return }
        throw RequestProblem("there is no fence \"\(name)\"")
    }

    /// The first of them that is named as a fence, at any depth.
    private func named(in node: JSONNode) -> String? {
        switch node.value {
        case .array(let nodes): return nodes.lazy.compactMap { named(in: $0) }.first
        case .object(let members):
            for member in members {
                if let name = member.node.text, hidden.contains(name), ["fence", "id"].contains(member.key) {
                    return name
                }
                if let name = named(in: member.node) { return name }
            }
            return nil
        default: return nil
        }
    }

    /// An answer without them.
    func without(_ data: [UInt8]) -> [UInt8] {
        let text = String(decoding: data, as: UTF8.self)
        guard let root = try? JSONDocument.parse(text).root else { return [] }
        return JSONWriter.bytes(of: filtered(root.value))
    }

    private func filtered(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let nodes):
            .array(nodes.filter { !isHidden($0) }.map(filtered))
        case .object(let members):
            .object(
                members.map { member in
                    JSONMember(key: member.key, position: member.position, node: filtered(member.node))
                }
            )
        default: value
        }
    }

    private func filtered(_ node: JSONNode) -> JSONNode {
        JSONNode(position: node.position, value: filtered(node.value))
    }

    /// Whether an element of a list is one of them, or about one.
    private func isHidden(_ node: JSONNode) -> Bool {
        if let text = node.text { return hidden.contains(text) }
        return ["fence", "id"].contains { key in node.member(key)?.text.map(hidden.contains) ?? false }
    }
}
