/// A value in a JSON document and where it starts.
struct JSONNode: Hashable, Sendable {
    /// Where its first character stands.
    let position: TextPosition
    /// What it is.
    let value: JSONValue
}

/// What a JSON value is.
enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// Always finite.
    case number(Double)
    case string(String)
    case array([JSONNode])
    /// In the file's order; no two members have the same key.
    case object([JSONMember])

    /// The kind of value, for a person.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

/// A key of a JSON object with its value.
struct JSONMember: Hashable, Sendable {
    /// The key, with its escapes resolved.
    let key: String
    /// Where the key's first quotation mark stands.
    let position: TextPosition
    /// The value.
    let node: JSONNode
}
