import CLibrary

/// The levels of the topics of a source, as written in the configuration: `fleet/{device}/location`.
///
/// `{name}` stands for one whole level that has a name, `+` for one without; every other level is literal.
/// Names are letters, digits and `_`, each used once. 1,024 bytes and 200 levels at most, as brokers allow no
/// more levels.
struct TopicPattern: Hashable, Sendable {
    /// The MQTT topic filter: `+` for each variable level.
    let filter: String
    /// The level of each name, counted from 0.
    let variables: [String: Int]
    private let bytes: [UInt8]
    /// The level of the only variable, counted from 0, and where its `+` stands in `bytes`; nil where there
    /// are more or none, and where it is the first level.
    private let onlyVariable: OnlyVariable?

    private struct OnlyVariable: Hashable {
        var level: Int
        var offset: Int
    }

    /// Most bytes of a pattern.
    static let maximumBytes = 1024
    /// Most levels; mosquitto closes the connection of a client that subscribes to more.
    static let maximumLevels = 200

    /// Reads a pattern.
    ///
    /// - Throws: `TopicPatternError` for the first thing that is wrong.
    init(_ text: String) throws(TopicPatternError) {
        try Self.checkWhole(text)
        var levels: [String] = []
        var variables: [String: Int] = [:]
        for level in TopicLevels.of(text) {
            if let name = try Self.name(of: level) {
                guard variables.updateValue(levels.count, forKey: name) == nil else { throw .repeated(name) }
                levels.append("+")
            } else {
                levels.append(level)
            }
        }
        filter = levels.joined(separator: "/")
        bytes = Array(filter.utf8)
        let variable = levels.indices.filter { levels[$0] == "+" }
        let offset = bytes.firstIndex(of: UInt8(ascii: "+"))
        onlyVariable =
            if variable.count == 1, let level = variable.first, level > 0, let offset {
                OnlyVariable(level: level, offset: offset)
            } else {
                nil
            }
        self.variables = variables
    }

    /// Whether a topic fits.
    func matches(_ topic: String) -> Bool { Array(topic.utf8).withUnsafeBytes { matches($0) } }

    /// Whether a topic fits, as brokers decide it: `+` as the first level takes no topic that starts with
    /// `$`.
    ///
    /// - Complexity: linear in the length of the topic; nothing is allocated.
    func matches(_ topic: UnsafeRawBufferPointer) -> Bool {
        if bytes.first == UInt8(ascii: "+"), topic.first == UInt8(ascii: "$") { return false }
        var at = 0
        for byte in bytes {
            if byte == UInt8(ascii: "+") {
                at = Self.levelEnd(from: at, of: topic)
            } else {
                guard at < topic.count, topic[at] == byte else { return false }
                at += 1
            }
        }
        return at == topic.count
    }

    /// The bytes of a level of a topic, counted from 0; nil where the topic doesn't fit.
    ///
    /// Not inlined: within its caller the whole pattern would be retained and released.
    @inline(never)
    func level(_ number: Int, ifMatches topic: UnsafeRawBufferPointer) -> Range<Int>? {
        guard let onlyVariable, onlyVariable.level == number else {
            return matches(topic) ? Self.level(number, of: topic) : nil
        }
        let start = onlyVariable.offset
        let tail = bytes.count - start - 1
        let end = topic.count - tail
        guard end >= start else { return nil }
        return bytes.withUnsafeBytes { bytes in
            guard let own = bytes.baseAddress, let topic = topic.baseAddress, memcmp(topic, own, start) == 0,
                memcmp(topic + end, own + start + 1, tail) == 0,
                memchr(topic + start, Int32(UInt8(ascii: "/")), end - start) == nil
            else { return nil }
            return start..<end
        }
    }

    /// The bytes of a level of a topic, counted from 0; empty at the end where the topic has too few.
    static func level(_ number: Int, of topic: UnsafeRawBufferPointer) -> Range<Int> {
        var start = 0
        for _ in 0..<number { start = min(levelEnd(from: start, of: topic) + 1, topic.count) }
        return start..<levelEnd(from: start, of: topic)
    }

    private static func levelEnd(from start: Int, of topic: UnsafeRawBufferPointer) -> Int {
        var end = start
        while end < topic.count, topic[end] != UInt8(ascii: "/") { end += 1 }
        return end
    }
}
