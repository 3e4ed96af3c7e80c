import GeofenceCore
import Testing

@testable import geofence_agent

/// An object of `config/agent.schema.json`, and where in a configuration it can be tried.
struct SchemaObject: CustomTestStringConvertible {
    /// The way to the object in the schema.
    let pointer: [String]
    /// The names that the decoder knows.
    let decoder: [String]
    /// A valid configuration in which `%` stands for members of this object.
    let template: String

    var testDescription: String { pointer.isEmpty ? "the whole" : pointer.joined(separator: ".") }

    private static let start = #"{"mqtt":{"host":"localhost"},"sources":[{"topic":"a/{device}"}],"#
    private static func rest(_ part: String) -> String { "\(start)\(part)}" }

    static let all: [SchemaObject] = [
        SchemaObject(pointer: [], decoder: Configuration.Key.names, template: rest("%")),
        SchemaObject(
            pointer: ["properties", "mqtt"],
            decoder: MQTTSettings.Key.names,
            template: #"{"mqtt":{"host":"localhost",%},"sources":[{"topic":"a/{device}"}]}"#
        ),
        SchemaObject(
            pointer: ["properties", "mqtt", "properties", "tls"],
            decoder: TLSSettings.Key.names,
            template:
                #"{"mqtt":{"host":"localhost","port":1883,"tls":{%}},"sources":[{"topic":"a/{device}"}]}"#
        ),
        SchemaObject(
            pointer: ["properties", "topics"],
            decoder: TopicSettings.Key.names,
            template: rest(#""topics":{%}"#)
        ),
        SchemaObject(
            pointer: ["properties", "sources", "items"],
            decoder: Source.Key.names,
            template: #"{"mqtt":{"host":"localhost"},"sources":[{"topic":"a/{device}",%}]}"#
        ),
        SchemaObject(
            pointer: ["properties", "sources", "items", "properties", "fields"],
            decoder: FieldMap.Key.names,
            template:
                #"{"mqtt":{"host":"localhost"},"sources":[{"topic":"a/{device}","format":"json","fields":{"latitude":"/a","longitude":"/b",%}}]}"#
        ),
        SchemaObject(
            pointer: ["properties", "fences", "items"],
            decoder: Fence.Key.names,
            template: rest(#""fences":[{"id":"a","wifi":["x"],"latitude":0,"longitude":0,"radius":1,%}]"#)
        ),
        SchemaObject(
            pointer: ["properties", "status"],
            decoder: StatusSettings.Key.names,
            template: rest(#""status":{%}"#)
        ),
        SchemaObject(
            pointer: ["properties", "store"],
            decoder: StoreSettings.Key.names,
            template: rest(#""store":{%}"#)
        ),
        SchemaObject(
            pointer: ["properties", "log"],
            decoder: LogSettings.Key.names,
            template: rest(#""log":{%}"#)
        ),
        SchemaObject(
            pointer: ["$defs", "rules"],
            decoder: Rules.Key.names,
            template: rest(#""rules":{%},"fences":[{"id":"a","wifi":["x"],"rules":{%}}]"#)
        ),
    ]

    /// A configuration in which a key has a value, in JSON; in the place of the one that the template gives it.
    func configuration(_ key: String, _ value: String) -> String {
        let text = template.replacing("\"\(key)\":0,", with: "").replacing("\"\(key)\":1,", with: "")
        return text.replacing("%", with: "\"\(key)\":\(value)")
    }
}
