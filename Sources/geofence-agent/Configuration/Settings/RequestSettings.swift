/// How requests are answered.
struct RequestSettings: Hashable, Sendable {
    /// How topics may begin on which somebody wants an answer, besides the agent's own.
    var replyPrefixes = ["answers/"]

    /// The keys of `requests`.
    enum Key: String, ConfigurationKey { case replyPrefixes }

    /// Everything as by default.
    init() {}

    /// Reads `requests`.
    init(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return }
        guard let list = object[.replyPrefixes]?.list() else { return }
        replyPrefixes = list.compactMap { $0.replyPrefix() }
    }

    /// Whether an answer may go to a topic.
    func allows(_ topic: String) -> Bool { replyPrefixes.contains { topic.hasPrefix($0) } }
}

extension ValueReader {
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
