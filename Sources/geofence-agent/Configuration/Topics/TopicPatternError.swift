/// Why a text is no topic of a source.
enum TopicPatternError: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case tooLong(bytes: Int)
    case tooManyLevels(Int)
    /// A character that MQTT topics can't hold.
    case forbidden(Unicode.Scalar)
    /// A shared subscription: its first level.
    case shared(String)
    /// `$SYS`, where brokers publish their own figures.
    case broker
    /// `#`.
    case multiLevel
    /// A level in which a variable or `+` is not alone.
    case partOfLevel(String)
    /// What stands in the braces is no name.
    case name(String)
    /// The name stands in two levels.
    case repeated(String)

    var description: String {
        switch self {
        case .empty: "a topic must not be empty; write one such as fleet/{device}/location"
        case .tooLong(let bytes): "a topic may have \(TopicPattern.maximumBytes) bytes, this one has \(bytes)"
        case .tooManyLevels(let levels):
            "a topic may have \(TopicPattern.maximumLevels) levels, this one has \(levels)"
        case .forbidden(let scalar):
            "a topic must not hold U+\(String(scalar.value, radix: 16, uppercase: true)); remove that character"
        case .shared(let level):
            "\(level) would hand each device's messages to several agents in turn; leave \(level)/… out, one agent needs all of them"
        case .broker: "below $SYS a broker publishes its own figures, no positions; name the devices' topics"
        case .multiLevel:
            "# takes any number of levels, so nothing says which one is the device; write each level, {name} or + for those that vary"
        case .partOfLevel(let level):
            "{name} and + stand for one whole level, not for a part of \"\(level)\"; give the level a / on both sides"
        case .name(let name): "{\(name)} is no name; use letters, digits and _, as in {device}"
        case .repeated(let name): "{\(name)} stands there twice; give each level its own name"
        }
    }
}
