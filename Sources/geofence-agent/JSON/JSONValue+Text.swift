/// Values made to be written; where they would stand in a text does not matter.
extension JSONValue {
    /// An object; members whose value is nil are left out.
    static func members(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(
            members.compactMap { key, value in
                value.map { JSONMember(key: key, position: TextPosition(), node: $0.node) }
            }
        )
    }

    /// A list.
    static func list(_ values: some Sequence<JSONValue>) -> JSONValue { .array(values.map(\.node)) }

    /// A list of texts; nil where there is none.
    static func texts(_ texts: [String]) -> JSONValue? {
        texts.isEmpty ? nil : .list(texts.map(JSONValue.string))
    }

    private var node: JSONNode { JSONNode(position: TextPosition(), value: self) }

    /// The value as JSON in one line.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The value as JSON in one line.
    var bytes: [UInt8] { JSONWriter.bytes(of: self) }
}
