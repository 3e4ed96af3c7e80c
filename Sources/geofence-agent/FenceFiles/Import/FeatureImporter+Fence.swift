import GeofenceCore

extension FeatureImporter {
    /// Reads the fence that a feature is; nil, and reported, where it is none.
    mutating func fence(_ draft: inout ParsedFeature, _ id: Identifier?, _ name: String?) -> Fence? {
        let value = draft.properties ?? draft.source
        var members: [JSONMember] = []
        var others: [JSONMember] = []
        if let properties = draft.properties, case .object(let all) = properties.node.value {
            for member in all where member.node.value != .null {
                if draft.groups?.key == member.key { continue }
                if FeatureKeys.isOwn(member.key) {
                    members.append(member)
                } else if options.properties.contains(member.key) {
                    do throws(PropertyProblem) {
                        _ = try FenceProperty(member)
                        others.append(member)
                    } catch {
                        draft.notes.append(.unread(key: member.key, why: error.message))
                    }
                } else if let why = keys.advice(member.key) {
                    draft.notes.append(.unread(key: member.key, why: why))
                }
            }
        }
        Self.add(others, to: &members)
        if let groups = draft.groups { members.append(groups) }
        let place = place(&draft, members)
        let rest = ObjectReader<Fence.Key>(members, of: value)
        return Fence(
            id: id,
            name: name,
            place: place,
            rest: rest,
            of: draft.source,
            rules: rules,
            since: draft.problemsBefore
        )
    }

    /// Adds properties of the document's own to those of the fence, which win.
    private static func add(_ others: [JSONMember], to members: inout [JSONMember]) {
        guard let first = others.first else { return }
        let key = Fence.Key.properties.rawValue
        let index = members.firstIndex { $0.key == key }
        var all = others
        if let index {
            guard case .object(let own) = members[index].node.value else { return }
            all = own + others.filter { other in !own.contains { $0.key == other.key } }
        }
        let node = JSONNode(position: first.position, value: .object(all))
        let member = JSONMember(key: key, position: first.position, node: node)
        if let index { members[index] = member } else { members.append(member) }
    }
}
