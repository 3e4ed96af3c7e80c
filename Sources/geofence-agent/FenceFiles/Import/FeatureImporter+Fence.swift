import GeofenceCore

extension FeatureImporter {
    /// Reads the fence that a feature is; nil, and reported, where it is none.
    mutating func fence(_ draft: inout ParsedFeature, _ id: Identifier?, _ name: String?) -> Fence? {
        let value = draft.properties ?? draft.source
        var members: [JSONMember] = []
        if let properties = draft.properties, case .object(let all) = properties.node.value {
            for member in all where member.node.value != .null {
                if FeatureKeys.isOwn(member.key) {
                    members.append(member)
                } else if let why = keys.advice(member.key) {
                    draft.notes.append(.unread(key: member.key, why: why))
                }
            }
        }
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
}
