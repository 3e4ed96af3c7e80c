import GeofenceCore

extension FeatureImporter {
    /// Gives a feature the id, the name and the groups that its properties have under the names asked for.
    mutating func label(_ draft: inout ParsedFeature) {
        guard !options.keys.isEmpty else { return }
        let objects = (draft.properties.map { [$0] } ?? []) + draft.labels
        for object in objects { labelNames.add(object) }
        for role in LabelKeys.Role.allCases {
            guard let key = options.keys[role] else { continue }
            guard let value = Self.given(key, in: objects) else {
                if draft.skipped == nil { draft.notes.append(.unlabelled(key: key, role: role)) }
                continue
            }
            labelNames.found.insert(role)
            switch role {
            case .id: draft.id = value
            case .name: draft.name = value
            case .group: draft.groups = Self.groups(value)
            }
        }
    }

    /// Refuses a document of which no feature has a property that was asked for: it may be misspelt.
    func checkLabels() {
        guard reports.count > 0 else { return }
        for role in LabelKeys.Role.allCases where !labelNames.found.contains(role) {
            guard let key = options.keys[role] else { continue }
            reading.report(
                "no feature has a property \"\(key)\", which \(options.name("\(role)-key")) asks for\(labelNames.hint(key))"
            )
        }
    }

    /// A value that says something: neither null nor an empty text.
    private static func given(_ key: String, in objects: [ValueReader]) -> ValueReader? {
        for object in objects {
            guard let value = object.member(called: key) else { continue }
            if value.node.value != .null, value.node.value != .string("") { return value }
        }
        return nil
    }

    /// The groups as a fence of the configuration has them: a list of texts, each of which can be a group.
    private static func groups(_ value: ValueReader) -> JSONMember {
        var elements = value.elements.map(\.node)
        if case .array = value.node.value {} else { elements = [value.node] }
        // A text of KML or CSV may be a list, as under "groups".
        if let text = value.node.text, text.utf8.first == UInt8(ascii: "["),
            let list = TextProperty.member("groups", text, at: value.node.position).node.value.list
        {
            elements = list
        }
        var known: Set<String> = []
        let groups = elements.compactMap { node -> JSONNode? in
            var node = node
            if let number = node.number { node = node.with(.string(NumberRange.text(number))) }
            guard let text = node.text else { return node.value == .null ? nil : node }
            if (try? Identifier(text)) == nil, let slug = FenceSlug.of(text) {
                node = node.with(.string(slug.description))
            }
            return known.insert(node.text ?? "").inserted ? node : nil
        }
        return JSONMember(
            key: Fence.Key.groups.rawValue,
            position: value.node.position,
            node: value.node.with(.array(groups))
        )
    }
}

/// The names of properties that a document has, as far as they were looked at.
struct LabelNames {
    /// What some feature has a property for.
    var found: Set<LabelKeys.Role> = []
    private var names: Set<String> = []

    /// Names that are remembered, to say which there are.
    private static let most = 200

    /// Adds those of an object.
    mutating func add(_ object: ValueReader) {
        guard names.count < Self.most, case .object(let members) = object.node.value else { return }
        for member in members.prefix(Self.most) where member.key.utf8.count <= 64 {
            names.insert(member.key)
        }
    }

    /// What may have been meant; empty where nothing is near and there is none.
    func hint(_ key: String) -> String {
        let sorted = names.sorted()
        if let nearest = NearestName.of(key, among: sorted) { return "; did you mean \"\(nearest)\"?" }
        guard !sorted.isEmpty else { return "; its features have no properties" }
        let shown = sorted.prefix(10).map { "\"\($0)\"" }.joined(separator: ", ")
        return "; there are \(shown)\(sorted.count > 10 ? " and others" : "")"
    }
}

extension JSONNode {
    /// Another value at the same place.
    fileprivate func with(_ value: JSONValue) -> JSONNode { JSONNode(position: position, value: value) }
}

extension JSONValue {
    /// The elements, where this is a list.
    fileprivate var list: [JSONNode]? { if case .array(let nodes) = self { nodes } else { nil } }
}
