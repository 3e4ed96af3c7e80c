/// Which requests are fulfilled, and how they are answered.
struct RequestSettings: Hashable, Sendable {
    /// Which commands are fulfilled; an empty list allows none.
    ///
    /// Names such as `explain`, families such as `fence/*`, or `*` for all.
    var allow = ["*"]
    /// How topics may begin on which somebody wants an answer, besides the agent's own.
    var replyPrefixes = ["answers/"]

    /// The keys of `requests`.
    enum Key: String, ConfigurationKey { case allow, replyPrefixes }

    /// Everything as by default.
    init() {}

    /// Reads `requests`: false, or an object.
    init(reading value: ValueReader) {
        switch value.node.value {
        case .bool(let isOn): allow = isOn ? allow : []
        case .object:
            guard let object = value.object(Key.self) else { return }
            allow = object[.allow]?.list()?.compactMap { $0.commandPattern() } ?? allow
            replyPrefixes = object[.replyPrefixes]?.list()?.compactMap { $0.replyPrefix() } ?? replyPrefixes
        default:
            _ = value.wrongKind("true, false, or an object such as { \"allow\": [\"query/*\"] }") as Bool?
        }
    }

    /// Whether an answer may go to a topic.
    func allows(answerOn topic: String) -> Bool { replyPrefixes.contains { topic.hasPrefix($0) } }

    /// Whether a command is fulfilled.
    func allows(command: String) -> Bool { allow.contains { Self.matches($0, command) } }

    /// Whether a command is one of those that an entry of `allow` stands for.
    static func matches(_ pattern: String, _ command: String) -> Bool {
        pattern.hasSuffix("*") ? command.hasPrefix(pattern.dropLast()) : command == pattern
    }
}

extension ValueReader {
    /// A command, or a family of them.
    fileprivate func commandPattern() -> String? {
        guard let text = line() else { return nil }
        let name = text.hasSuffix("/*") ? text.dropLast(2) : text[...]
        guard text == "*" || !name.contains("*"), text.utf8.count <= 64 else {
            return refuse("must be a command such as \"explain\", a family such as \"fence/*\", or \"*\"")
        }
        return text
    }

    /// The beginning of topics, up to and with the end of a level.
    fileprivate func replyPrefix() -> String? {
        guard let text = line() else { return nil }
        guard text.hasSuffix("/"), text != "/", text.utf8.count <= 200 else {
            return refuse("must end with /, and have 200 bytes at most, as in \"answers/\"")
        }
        guard !text.hasPrefix("$"), !text.contains(where: { "+#".contains($0) }) else {
            return refuse("must not start with $, nor hold + or #: it is the start of topics")
        }
        return text
    }
}
