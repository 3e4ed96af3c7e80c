extension ConfigurationReading {
    /// Most bytes of all texts with environment variables in them: 1 MiB.
    static let mostExpanded = 1 << 20

    /// The document with environment variables in its texts; what can't be expanded is reported.
    ///
    /// Keys of objects stay as they are.
    func expandingEnvironment(in root: JSONNode) -> JSONNode {
        guard root.hasReferences else { return root }
        return expanding(ValueReader(node: root, path: "", reading: self))
    }

    private func expanding(_ value: ValueReader) -> JSONNode {
        let position = value.node.position
        switch value.node.value {
        case .string(let text) where EnvironmentExpansion.isNeeded(text):
            return JSONNode(position: position, value: .string(expanded(text, value)))
        case .array:
            return JSONNode(position: position, value: .array(value.elements.map(expanding)))
        case .object(let members):
            let expanded = members.map { member in
                JSONMember(
                    key: member.key,
                    position: member.position,
                    node: expanding(value.child(member.node, name: member.key))
                )
            }
            return JSONNode(position: position, value: .object(expanded))
        default: return value.node
        }
    }

    private func expanded(_ text: String, _ value: ValueReader) -> String {
        let expansion = EnvironmentExpansion(text, environment)
        expansion.problems.forEach(value.report)
        let result = expansion.text
        guard expandedBytes + result.utf8.count <= Self.mostExpanded else {
            value.report(
                "with this the texts with environment variables have more than \(Self.mostExpanded) bytes; set shorter ones"
            )
            noteExpansion(of: text, to: "", at: value.node.position, isUsable: false)
            return text
        }
        noteExpansion(
            of: text,
            to: result,
            at: value.node.position,
            isUsable: expansion.problems.isEmpty
        )
        return result
    }
}

extension JSONNode {
    /// Whether a text in it names environment variables.
    fileprivate var hasReferences: Bool {
        switch value {
        case .string(let text): EnvironmentExpansion.isNeeded(text)
        case .array(let elements): elements.contains(where: \.hasReferences)
        case .object(let members): members.contains(where: \.node.hasReferences)
        default: false
        }
    }
}
