import GeofenceCore

/// Hides the fences that zones have become from those who may see devices, and not where people live.
struct ZoneCurtain {
    private let zones: ZoneFences

    /// Nil where there is nothing to hide.
    init?(_ zones: ZoneFences) {
        guard !zones.isEmpty else { return nil }
        self.zones = zones
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
        if let text = node.text { return isHidden(text) }
        return Self.keys.contains { key in node.member(key)?.text.map(isHidden) ?? false }
    }

    private func isHidden(_ name: String) -> Bool { (try? Identifier(name)).map(zones.contains) ?? false }

    /// The keys that name a fence.
    private static let keys = ["fence", "id"]

    /// The names of fences in a request, at any depth.
    static func fences(namedIn node: JSONNode) -> [Identifier] {
        switch node.value {
        case .array(let nodes): nodes.flatMap(fences(namedIn:))
        case .object(let members):
            members.flatMap { member in
                let own = keys.contains(member.key) ? member.node.text.flatMap { try? Identifier($0) } : nil
                return [own].compactMap(\.self) + fences(namedIn: member.node)
            }
        default: []
        }
    }
}

extension Agent {
    /// Refuses to say anything of a fence that a zone is or has been, as of one that isn't there.
    ///
    /// `fences` are those that it names; nil: those in its JSON.
    func checkCurtain(_ request: Request, _ fences: [Identifier]? = nil) throws(RequestProblem) {
        guard request.hidesZones else { return }
        for fence in fences ?? ZoneCurtain.fences(namedIn: request.body) where isHidden(fence) {
            throw unknownFence(fence)
        }
    }

    /// Whether a fence is that of a zone, or is gone and was perhaps.
    private func isHidden(_ fence: Identifier) -> Bool {
        if tracker.engine.slot(of: fence) != nil { return zoneFences.contains(fence) }
        guard let name = ZoneFence.device(in: fence) else { return false }
        return tracker.engine.device(name) != nil
    }

    /// Whether whoever asks may hear of a fence.
    func mayShow(_ fence: Identifier, to request: Request) -> Bool {
        !request.hidesZones || !zoneFences.contains(fence)
    }
}
