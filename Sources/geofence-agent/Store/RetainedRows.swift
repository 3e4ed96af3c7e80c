/// Which rows of the outbox are retained, by topic: the newest of each, and those before it that have not
/// gone.
struct RetainedRows {
    /// The newest row of each topic.
    private var newest: [TopicBytes: Int64] = [:]
    /// The others, oldest first, of the few topics that have any: a newer row came while they were on their
    /// way.
    private var older: [TopicBytes: [Int64]] = [:]

    /// Whether any topic has more than one row.
    var hasOlder: Bool { !older.isEmpty }

    /// A row has come, which is the newest of its topic.
    ///
    /// - Returns: the rows that it replaces, newest first: those of its topic from a number on.
    mutating func add(_ number: Int64, of topic: String, replacingFrom first: Int64) -> [Int64] {
        let topic = TopicBytes(topic)
        guard let former = newest.updateValue(number, forKey: topic) else { return [] }
        if older.isEmpty, former >= first { return [former] }
        var (others, replaced) = (older[topic] ?? [], [Int64]())
        others.append(former)
        while let last = others.last, last >= first {
            replaced.append(last)
            others.removeLast()
        }
        older[topic] = others.isEmpty ? nil : others
        return replaced
    }

    /// A row is gone: the one before it is the newest of its topic, where any is left.
    mutating func remove(_ number: Int64, of topic: String) {
        let topic = TopicBytes(topic)
        guard !older.isEmpty, var others = older[topic] else {
            newest[topic] = nil
            return
        }
        if newest[topic] == number {
            newest[topic] = others.removeLast()
        } else {
            others.removeAll { $0 == number }
        }
        older[topic] = others.isEmpty ? nil : others
    }

    /// The rows of a topic that came before one.
    func before(_ number: Int64, of topic: String) -> [Int64] {
        guard !older.isEmpty, let others = older[TopicBytes(topic)] else { return [] }
        return others.filter { $0 < number }
    }
}
