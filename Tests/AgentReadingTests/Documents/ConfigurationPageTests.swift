import Foundation
import Testing

@testable import AgentTestSupport

/// Holds `docs/configuration.md` and `config/agent.schema.json` against each other.
@Suite struct ConfigurationPageTests {
    private typealias Object = [String: Any]

    /// A key, as the page's table has it.
    private struct Row: Equatable {
        var values: String
        /// Nil where the schema names none, or not as a value.
        var standard: String?
    }

    private static var schema: Object {
        get throws {
            let file = DocumentPage.root.appending(path: "config/agent.schema.json")
            let object = try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? Object
            return try #require(object)
        }
    }

    /// The keys of a configuration itself.
    static var topLevel: [String] {
        (try? schema["properties"] as? Object)?.map(\.key) ?? []
    }

    @Test func `has a row for every key, and no other`() throws {
        let page = try rows()
        let schema = try keys()
        #expect(Set(page.keys).subtracting(schema.keys) == [], "keys that there aren't")
        #expect(Set(schema.keys).subtracting(page.keys) == [], "keys without a row")
    }

    @Test func `says what each key may be, and its default`() throws {
        let page = try rows()
        for (key, row) in try keys() {
            let shown = page[key]
            #expect(row.values == "" || shown?.values == row.values, "\(key): \(row.values)")
            #expect(row.standard == nil || shown?.standard == row.standard, "\(key): \(row.standard ?? "")")
        }
    }

    private func rows() throws -> [String: Row] {
        var rows: [String: Row] = [:]
        for (number, line) in try DocumentPage("docs/configuration.md").prose where line.hasPrefix("| `") {
            let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
            guard cells.count == 4 else { continue }
            let key = String(cells[0].dropFirst().dropLast())
            #expect(rows[key] == nil, "\(key) has a second row, on line \(number)")
            rows[key] = Row(values: cells[2], standard: cells[3])
        }
        return rows
    }

    private func keys() throws -> [String: Row] {
        var keys: [String: Row] = [:]
        try add(try Self.schema, "", &keys)
        return keys
    }

    /// Adds the keys of an object of the schema, and of those in it.
    private func add(_ object: Object, _ path: String, _ keys: inout [String: Row]) throws {
        let required = object["required"] as? [String] ?? []
        for (key, value) in try #require(object["properties"] as? [String: Object]) where key != "$schema" {
            let entry = try resolved(value)
            let isObject = entry["properties"] != nil
            let items = (entry["items"] as? Object).flatMap { $0["properties"] == nil ? nil : $0 }
            // What stands at the top has a heading instead, where there is something in it.
            if path != "" || (!isObject && items == nil) {
                let standard = value["$ref"] == nil ? standard(entry, required.contains(key)) : nil
                keys[path + key] = Row(values: values(entry), standard: standard)
            }
            if isObject, path == "" || value["$ref"] == nil { try add(entry, path + key + ".", &keys) }
            if let items { try add(items, path + key + "[].", &keys) }
        }
    }

    /// An entry, or the one that it refers to.
    private func resolved(_ entry: Object) throws -> Object {
        guard let reference = entry["$ref"] as? String else { return entry }
        return try reference.split(separator: "/").dropFirst()
            .reduce(Self.schema) { try #require($0[String($1)] as? Object) }
    }

    private func standard(_ entry: Object, _ isRequired: Bool) -> String? {
        if isRequired { return "required" }
        return entry["default"].map { "`\(json($0))`" }
    }

    /// Words, numbers from and to, or nothing where a row may say it as it likes.
    private func values(_ entry: Object) -> String {
        if let words = entry["enum"] as? [String] { return words.map { "`\($0)`" }.joined(separator: ", ") }
        if entry["type"] as? String == "boolean" { return "`true`, `false`" }
        guard let most = entry["maximum"] else { return "" }
        let least = entry["minimum"].map(json) ?? entry["exclusiveMinimum"].map { "above \(json($0))" }
        return "\(least ?? "") to \(json(most))"
    }

    private func json(_ value: Any) -> String {
        if let number = value as? Double, number != number.rounded() { return "\(number)" }
        let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .withoutEscapingSlashes]
        let data = try? JSONSerialization.data(withJSONObject: value, options: options)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }
}
