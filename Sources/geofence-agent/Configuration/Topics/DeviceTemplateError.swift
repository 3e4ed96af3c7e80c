import GeofenceCore

/// Why nothing says which device a message is of.
enum DeviceTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Neither `{device}` in the topic nor a template.
    case missing
    /// A brace without its partner.
    case braces(String)
    /// The topic has no level of this name.
    case unknown(String, known: [String])
    /// It starts with `$` and is no path into a payload.
    case path(String)
    /// The ids it makes could never be ids.
    case identifier(IdentifierError)

    var description: String {
        switch self {
        case .missing:
            "nothing says which device a message is of; name a level of the topic {device}, or add \"device\", such as \"$.id\" for a value in the payload"
        case .braces(let text): "\"\(text)\" has a brace without its partner; write {name}"
        case .unknown(let name, let known): "the topic has no level {\(name)}\(Self.hint(name, known))"
        case .path(let text):
            "\"\(text)\" is no path into a payload; write $, then a point before each key: $.device.uniqueId"
        case .identifier(let error): "\(error)"
        }
    }

    private static func hint(_ name: String, _ known: [String]) -> String {
        if let nearest = NearestName.of(name, among: known) { return ", did you mean {\(nearest)}?" }
        if known.isEmpty { return "; it names none, write {\(name)} for the level that is it" }
        return "; it has " + known.map { "{\($0)}" }.joined(separator: ", ")
    }
}
