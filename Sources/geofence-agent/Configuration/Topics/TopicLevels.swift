/// The levels of a topic, split at the bytes that MQTT splits it at.
///
/// A `/` with a combining mark after it is one `Character` that is no `/`, but still ends the level.
enum TopicLevels {
    /// The levels, outermost first; a topic has at least one.
    static func of(_ topic: String) -> [String] {
        topic.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
