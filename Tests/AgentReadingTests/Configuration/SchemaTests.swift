import Foundation
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Holds `config/agent.schema.json` and the decoder against each other.
@Suite struct SchemaTests {
    private typealias Object = [String: Any]
    private let schema: Object
    private let folder: ConfigurationFolder

    init() throws {
        let bytes = try FileContents(path: ShippedConfigurationTests.folder + "/agent.schema.json").bytes
        schema = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? Object)
        folder = try ConfigurationFolder()
    }

    private func at(_ pointer: [String]) throws -> Object {
        try pointer.reduce(schema) { try #require($0[$1] as? Object) }
    }

    /// The entries of an object's keys; each with what the entry has that it refers to.
    private func properties(_ object: SchemaObject) throws -> [String: Object] {
        let entries = try #require(try at(object.pointer)["properties"] as? [String: Object])
        return try entries.mapValues { entry in
            guard let reference = entry["$ref"] as? String else { return entry }
            let pointer = try #require(reference.hasPrefix("#/") ? reference.dropFirst(2) : nil)
            return try at(pointer.split(separator: "/").map(String.init)).merging(entry) { _, own in own }
        }
    }

    /// What loads without a complaint, apart from the fingerprint; nil where something is wrong.
    private func load(_ text: String) -> Configuration? {
        var configuration = try? folder.load(text)
        configuration?.hash = ""
        return configuration
    }

    private func json(_ value: Any) throws -> String {
        let data = try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
        return String(decoding: data, as: UTF8.self)
    }

    @Test(arguments: SchemaObject.all)
    func `knows the same keys as the decoder`(_ object: SchemaObject) throws {
        #expect(try properties(object).keys.sorted() == object.decoder.sorted())
        #expect(try at(object.pointer)["additionalProperties"] as? Bool == (object.isOpen ? nil : false))
    }

    @Test func `has no object that the decoder hasn't`() throws {
        #expect(count(schema) == SchemaObject.all.count)
    }

    /// The objects in a part of the schema, without what only adds conditions to them.
    private func count(_ value: Any) -> Int {
        let object = (value as? Object)?.filter { !["allOf", "dependentSchemas"].contains($0.key) }
        let inside = object?.values.map(count) ?? (value as? [Any])?.map(count) ?? []
        // A fence has a key that is called properties, too.
        let isObject = (object?["properties"] as? Object).map { !($0["description"] is String) } ?? false
        return inside.reduce(isObject ? 1 : 0, +)
    }

    @Test(arguments: SchemaObject.all)
    func `describes every key, with its default`(_ object: SchemaObject) throws {
        let required = try at(object.pointer)["required"] as? [String] ?? []
        for (key, entry) in try properties(object) where key != "$schema" {
            let description = try #require(entry["description"] as? String, "\(key)")
            let isObject = entry["type"] as? String == "object"
            let hasDefault = entry["default"] != nil || description.contains("Default:")
            #expect(hasDefault || isObject || required.contains(key), "\(key)")
            #expect(description.hasSuffix(".") || description.contains(": "), "\(key)")
        }
    }

    @Test(arguments: SchemaObject.all)
    func `names the decoder's defaults`(_ object: SchemaObject) throws {
        for (key, entry) in try properties(object) {
            guard let value = entry["default"] else { continue }
            let without = load(object.configuration(without: key))
            let with = load(object.configuration(key, try json(value)))
            #expect(with != nil && with == without, "\(key)")
        }
    }

    @Test(arguments: SchemaObject.all)
    func `draws the same limits as the decoder`(_ object: SchemaObject) throws {
        for (key, entry) in try properties(object) {
            for trial in try SchemaTrial.all(entry, list: object.lists[key]) {
                let isTaken = load(object.configuration(key, trial.json)) != nil
                #expect(isTaken == trial.isTaken, "\(key): \(trial.json)")
            }
        }
    }

    @Test(arguments: SchemaObject.all)
    func `gives examples that the decoder takes`(_ object: SchemaObject) throws {
        for (key, entry) in try properties(object) {
            for example in entry["examples"] as? [Any] ?? [] where key != "timezone" {
                let text = object.configuration(key, try json(example))
                #expect(folder.errors(text) == [], "\(key)")
            }
        }
    }

    @Test(arguments: SchemaObject.all)
    func `lists the same words as the decoder`(_ object: SchemaObject) throws {
        for (key, entry) in try properties(object) {
            guard let words = Self.words(entry) else { continue }
            for word in words where !Self.needsMore.contains(word) {
                #expect(load(object.configuration(key, "\"\(word)\"")) != nil, "\(key): \(word)")
            }
            let line = folder.errors(object.configuration(key, "\"~\"")).first ?? ""
            let known = line.components(separatedBy: "one of ").last?.components(separatedBy: ", ") ?? []
            #expect(known.sorted() == words.sorted(), "\(key)")
        }
    }

    /// The words of an entry, beside which there may be environment variables.
    private static func words(_ entry: Object) -> [String]? {
        let alternatives = [entry] + (entry["anyOf"] as? [Object] ?? [])
        return alternatives.lazy.compactMap { $0["enum"] as? [String] }.first
    }

    @Test func `lets environment variables stand for words`() throws {
        for object in SchemaObject.all {
            for (key, entry) in try properties(object) where Self.words(entry) != nil {
                #expect(entry["enum"] == nil, "\(object.testDescription).\(key)")
            }
        }
    }

    /// Words that need other keys beside them; other tests try them.
    private static let needsMore = ["json", "statestream", "MultiPolygon", "LineString"]
}
