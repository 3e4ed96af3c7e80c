import Testing

@testable import geofence_agent

/// An object of `config/agent.schema.json`, and where in a configuration it can be tried.
struct SchemaObject: CustomTestStringConvertible {
    /// The way to the object in the schema.
    let pointer: [String]
    /// The names that the decoder knows.
    let decoder: [String]
    /// A valid configuration in which `%` stands for a member of this object.
    let template: String
    /// The same for keys that the template gives already, or that don't go with it.
    var templates: [String: String] = [:]
    /// Lists that are taken, in which one number after the other is tried.
    var lists: [String: [String]] = [:]
    /// Whether it may have other keys, which aren't looked at.
    var isOpen = false

    var testDescription: String { pointer.isEmpty ? "the whole" : pointer.joined(separator: ".") }

    /// A configuration in which a key has a value, in JSON.
    func configuration(_ key: String, _ value: String) -> String {
        (templates[key] ?? template).replacing("%", with: "\"\(key)\":\(value)")
    }

    /// The same without the key.
    func configuration(without key: String) -> String {
        (templates[key] ?? template).replacing(",%", with: "").replacing("%", with: "")
    }
}
