import Foundation
import Testing

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

    private func properties(_ object: SchemaObject) throws -> [String: Object] {
        try #require(try at(object.pointer)["properties"] as? [String: Object])
    }

    /// What loads without a complaint, apart from the fingerprint; nil where something is wrong.
    private func load(_ text: String) -> Configuration? {
        var configuration = try? folder.load(text)
        configuration?.hash = ""
        return configuration
    }

    @Test(arguments: SchemaObject.all)
    func `knows the same keys as the decoder`(_ object: SchemaObject) throws {
        #expect(try properties(object).keys.sorted() == object.decoder.sorted())
        #expect(try at(object.pointer)["additionalProperties"] as? Bool == false)
    }

    @Test func `has no object that the decoder hasn't`() throws {
        #expect(count(schema) == SchemaObject.all.count)
    }

    private func count(_ value: Any) -> Int {
        let inside = (value as? Object)?.values.map(count) ?? (value as? [Any])?.map(count) ?? []
        return inside.reduce((value as? Object)?["properties"] is Object ? 1 : 0, +)
    }

    @Test(arguments: SchemaObject.all)
    func `describes every key, with its default`(_ object: SchemaObject) throws {
        let required = try at(object.pointer)["required"] as? [String] ?? []
        for (key, entry) in try properties(object) where key != "$schema" {
            let description = try #require(entry["description"] as? String, "\(key)")
            let isObject = entry["type"] as? String == "object" || entry["$ref"] != nil
            let hasDefault = entry["default"] != nil || description.contains("Default:")
            #expect(hasDefault || isObject || required.contains(key), "\(key)")
            #expect(description.hasSuffix(".") || description.contains(": "), "\(key)")
        }
    }

    @Test(arguments: SchemaObject.all)
    func `names the decoder's defaults`(_ object: SchemaObject) throws {
        for (key, entry) in try properties(object) {
            guard let value = entry["default"] else { continue }
            let without = load(object.template.replacing(",%", with: "").replacing("%", with: ""))
            let text = try json(key == "wifi" ? ["x"] : value)
            let with = load(
                object.configuration(key, text).replacing("\"wifi\":[\"x\"],\"lat", with: "\"lat")
            )
            #expect(with != nil && with == without, "\(key)")
        }
    }

    private func json(_ value: Any) throws -> String {
        String(
            decoding: try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed),
            as: UTF8.self
        )
    }

    @Test(arguments: SchemaObject.all)
    func `draws the same limits as the decoder`(_ object: SchemaObject) throws {
        for (key, entry) in try properties(object) {
            let isList = entry["type"] as? String == "array"
            guard let entry = isList ? entry["items"] as? Object : entry else { continue }
            for (number, isTaken) in Self.limits(entry) {
                let text = object.configuration(key, isList ? "[\(number)]" : number)
                #expect((load(text) != nil) == isTaken, "\(key): \(number)")
            }
        }
    }

    /// Numbers on both sides of an entry's limits, and whether they are within.
    private static func limits(_ entry: Object) -> [(String, Bool)] {
        let step = entry["type"] as? String == "integer" ? 1 : 0.001
        func text(_ number: Double) -> String { NumberRange.text(number) }
        var limits: [(String, Bool)] = []
        if let least = entry["minimum"] as? Double {
            limits += [(text(least), true), (text(least - step), false)]
        }
        if let below = entry["exclusiveMinimum"] as? Double {
            limits += [(text(below), false), (text(below + step), true)]
        }
        if let most = entry["maximum"] as? Double {
            limits += [(text(most), true), (text(most + step), false)]
        }
        return limits
    }

    @Test(arguments: SchemaObject.all)
    func `lists the same words as the decoder`(_ object: SchemaObject) throws {
        for (key, entry) in try properties(object) {
            guard let words = entry["enum"] as? [String] else { continue }
            for word in words where word != "json" || key != "format" || !object.pointer.contains("sources") {
                #expect(load(object.configuration(key, "\"\(word)\"")) != nil, "\(key): \(word)")
            }
            let line = folder.errors(object.configuration(key, "\"~\"")).first ?? ""
            let known = line.components(separatedBy: "one of ").last?.components(separatedBy: ", ") ?? []
            #expect(known.sorted() == words.sorted(), "\(key)")
        }
    }
}
