@testable import geofence_agent

/// The keys of a configuration, each with what stands before and behind its value in a file.
struct SchemaKeys {
    /// A key.
    struct Key {
        var name, before, behind: String
    }

    private(set) var all: [Key] = []
    private let root: JSONValue
    private var names: Set<String> = []

    /// Goes through a schema.
    init(_ schema: JSONValue) {
        root = schema
        walk(schema, Key(name: "", before: "", behind: ""), depth: 0)
    }

    private static let deepest = 6

    private mutating func walk(_ node: JSONValue, _ place: Key, depth: Int) {
        guard depth <= Self.deepest, case .object(let members) = node else { return }
        for member in members {
            let value = member.node.value
            switch (member.key, value) {
            case ("$ref", .string(let path)): walk(resolve(path), place, depth: depth + 1)
            case ("oneOf", .array(let choices)), ("anyOf", .array(let choices)),
                ("allOf", .array(let choices)):
                for choice in choices { walk(choice.value, place, depth: depth) }
            case ("items", _):
                let item = Key(
                    name: "\(place.name)[]",
                    before: "\(place.before)[",
                    behind: "]\(place.behind)"
                )
                add(item)
                walk(value, item, depth: depth + 1)
            case ("properties", .object(let properties)):
                for property in properties { walk(property, place, depth: depth) }
            default: continue
            }
        }
    }

    private mutating func walk(_ property: JSONMember, _ place: Key, depth: Int) {
        let name = JSONWriter.quoted(property.key)
        let key = Key(
            name: place.name.isEmpty ? property.key : "\(place.name).\(property.key)",
            before: "\(place.before){\(String(decoding: name, as: UTF8.self)):",
            behind: "}\(place.behind)"
        )
        guard add(key) else { return }
        walk(property.node.value, key, depth: depth + 1)
    }

    @discardableResult
    private mutating func add(_ key: Key) -> Bool {
        guard names.insert(key.name).inserted else { return false }
        all.append(key)
        return true
    }

    /// What a reference within the schema names.
    private func resolve(_ path: String) -> JSONValue {
        var node = root
        for step in path.split(separator: "/").dropFirst() {
            guard case .object(let members) = node, let next = members.first(where: { $0.key == step }) else {
                return .null
            }
            node = next.node.value
        }
        return node
    }
}
