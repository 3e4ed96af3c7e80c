extension JSONNode {
    /// The same with all that is in it at one place: that of the text it was read from.
    func moved(to position: TextPosition) -> JSONNode {
        let moved: JSONValue =
            switch value {
            case .array(let elements): .array(elements.map { $0.moved(to: position) })
            case .object(let members):
                .object(
                    members.map {
                        JSONMember(key: $0.key, position: position, node: $0.node.moved(to: position))
                    }
                )
            default: value
            }
        return JSONNode(position: position, value: moved)
    }
}
