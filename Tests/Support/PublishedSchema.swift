@testable import geofence_agent

/// A schema of config/schema, and what it says of payloads; it knows no more words than these schemas have.
struct PublishedSchema {
    /// The names of all, by the first levels of their topics behind the base.
    static let names: [(prefix: String, name: String)] = [
        ("event/", "event"), ("status/", "status"), ("device/", "device"), ("fence/", "fence"),
        ("group/", "group"),
        ("visit/", "visit"), ("zones/", "zones"), ("nearby/", "nearby"), ("itinerary/", "itinerary"),
        ("eta/", "eta"), ("homeassistant/", "place"), ("agent/info", "info"), ("agent/stats", "stats"),
        ("response/", "response"),
    ]

    private let root: JSONNode
    /// The ways to keys that payloads have had so far.
    private(set) var seen: Set<String> = []
    /// Payloads that were looked at.
    private(set) var count = 0

    init(_ name: String) throws {
        let folder = "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
        let bytes = try FileContents(path: "/\(folder)/config/schema/\(name).json").bytes
        root = try JSONDocument.parse(String(decoding: bytes, as: UTF8.self)).root
    }

    /// The name of the schema for a topic; nil where there is none.
    static func name(of topic: String, base: String = "geofence/") -> String? {
        guard topic.hasPrefix(base) else { return nil }
        return names.first { topic.dropFirst(base.count).hasPrefix($0.prefix) }?.name
    }

    /// What is wrong with a payload.
    mutating func problems(_ payload: [UInt8]) throws -> [String] {
        count += 1
        let node = try JSONDocument.parse(String(decoding: payload, as: UTF8.self)).root
        return problems(node, root, "")
    }

    /// The ways to all keys that the schema describes, and those without a description.
    var described: (all: Set<String>, bare: [String]) {
        var result: (all: Set<String>, bare: [String]) = ([], [])
        describe(root, "", &result)
        return result
    }

    private func describe(
        _ schema: JSONNode,
        _ path: String,
        _ result: inout (all: Set<String>, bare: [String])
    ) {
        if let items = schema.member("items") { describe(items, path + "[]", &result) }
        guard let properties = schema.member("properties"), case .object(let members) = properties.value
        else { return }
        for member in members {
            let way = path.isEmpty ? member.key : "\(path).\(member.key)"
            result.all.insert(way)
            if member.node.member("description")?.text?.hasSuffix(".") != true { result.bare.append(way) }
            describe(member.node, way, &result)
        }
    }

    private mutating func problems(_ node: JSONNode, _ schema: JSONNode, _ path: String) -> [String] {
        var found: [String] = []
        func add(_ text: String) { found.append("\(path.isEmpty ? "the whole" : path): \(text)") }
        if let kinds = schema.member("type") {
            let names = kinds.text.map { [$0] } ?? kinds.elements.compactMap(\.text)
            if !names.contains(where: { Self.isOf($0, node.value) }) {
                add("is \(node.value.kind), not \(names)")
                return found
            }
        }
        if let choices = schema.member("enum"), !choices.elements.contains(where: { $0.value == node.value })
        {
            add("\(node.value.text) is none of those listed")
        }
        if let only = schema.member("const"), only.value != node.value {
            add("\(node.value.text) is another value")
        }
        if let number = node.number {
            if let least = schema.number(of: "minimum"), number < least { add("\(number) is below \(least)") }
            if let most = schema.number(of: "maximum"), number > most { add("\(number) is above \(most)") }
        }
        if let text = node.text {
            if let most = schema.number(of: "maxLength"), Double(text.utf8.count) > most {
                add("is too long")
            }
            if let pattern = schema.member("pattern")?.text, !Self.matches(text, pattern) {
                add("\(text) isn't as \(pattern)")
            }
        }
        if let items = schema.member("items") {
            for element in node.elements { found += problems(element, items, path + "[]") }
        }
        return found + members(of: node, schema, path)
    }

    private mutating func members(of node: JSONNode, _ schema: JSONNode, _ path: String) -> [String] {
        guard case .object(let members) = node.value else { return [] }
        var found: [String] = []
        for key in schema.member("required")?.elements.compactMap(\.text) ?? [] where node.member(key) == nil
        {
            found.append("\(path): \(key) is missing")
        }
        guard let properties = schema.member("properties") else { return found }
        for member in members {
            let way = path.isEmpty ? member.key : "\(path).\(member.key)"
            guard let known = properties.member(member.key) else {
                found.append("\(way) is not described")
                continue
            }
            seen.insert(way)
            found += problems(member.node, known, way)
        }
        return found
    }

    /// A pattern that can't be read matches nothing.
    private static func matches(_ text: String, _ pattern: String) -> Bool {
        guard let regex = try? Regex(pattern) else { return false }
        return text.firstMatch(of: regex) != nil
    }

    private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
        switch (type, value) {
        case ("object", .object), ("array", .array), ("string", .string), ("number", .number),
            ("boolean", .bool):
            true
        case ("integer", .number(let number)): number == number.rounded()
        default: false
        }
    }
}
