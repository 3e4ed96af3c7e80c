import Foundation

/// What was heard in a round.
struct SiegeRecord {
    /// At each mark, what is retained, by topic.
    var retained: [[String: String]] = []
    /// Events, visits and answers, by topic: each once, in the order in which it first came.
    private(set) var said: [String: [String]] = [:]
    private var known: Set<String> = []

    /// The agent's own topics, which say what it went through.
    static func isCompared(_ topic: String) -> Bool {
        !["geofence/agent/", "geofence/request/", "geofence/response/", "marker/", "answers/barrier"]
            .contains { topic.hasPrefix($0) }
    }

    mutating func add(_ message: Client.Message) {
        guard Self.isCompared(message.topic),
            known.insert("\(message.topic) \(message.payload)").inserted
        else { return }
        said[message.topic, default: []].append(Self.timeless(message.payload))
    }

    /// A payload without the moments that it was made at: those of these days are one, and no time has passed
    /// since or up to them.
    static func timeless(_ payload: String) -> String {
        guard (today + [second]).contains(where: { payload.contains($0) }) else { return payload }
        return
            (today.map { $0 + #"T[0-9:]{8}(\.[0-9]+)?Z"# }
            + [#"(?<="duration":)[-0-9.e]+"#, #"(?<="tst":)"# + second.dropFirst(6) + "[0-9]+"])
            .reduce(payload) { text, moment in
                text.replacingOccurrences(of: moment, with: "NOW", options: .regularExpression)
            }
    }

    private static let today = (-2...2).map { days in
        String(Date(timeIntervalSinceNow: Double(days) * 86_400).ISO8601Format().prefix(10))
    }

    /// How seconds since 1970 begin now.
    private static let second = #""tst":"# + "\(Int(Date().timeIntervalSince1970))".prefix(5)

    /// What a retained message says until there is something else to say.
    ///
    /// A message that is published once more is as of now: a status has the newest distance then, and a list
    /// of points the newest distances. Which entities an announcement takes back depends on how fast one
    /// change followed the other. The live map of each run has a port of its own.
    static func lasting(_ message: Client.Message) -> String {
        let payload = timeless(message.payload)
        let topic = message.topic
        if topic.hasPrefix("geofence/status/") || topic.hasPrefix("geofence/group/") {
            return (try? SoakStatus(payload)).map { "\($0)" } ?? payload
        }
        if topic.hasPrefix("geofence/nearby/") {
            return payload.matches(of: /"id":"[^"]+"/).map { String($0.0) }.joined(separator: ",")
        }
        return topic.hasPrefix("homeassistant/") ? withoutTakenBack(payload) : payload
    }

    private static func withoutTakenBack(_ payload: String) -> String {
        payload.replacingOccurrences(
            of: #","[^"]+":\{"p":"[a-z_]+"\}|,"cu":"[^"]*""#,
            with: "",
            options: .regularExpression
        )
    }
}

extension SiegeRecord {
    /// The first topic on which this is something else than expected.
    func difference(from expected: SiegeRecord) -> String? {
        for (part, (found, wanted)) in zip(retained, expected.retained).enumerated() {
            if let difference = Self.difference(found, wanted) { return "at mark \(part): \(difference)" }
        }
        for topic in Set(said.keys).union(expected.said.keys).sorted() where !topic.hasSuffix("/forget") {
            // Whether a device can be forgotten a second time follows from how far its history is erased.
            let (found, wanted) = (heard(topic), expected.heard(topic))
            guard found != wanted else { continue }
            let index =
                zip(found, wanted).enumerated().first { $1.0 != $1.1 }?.offset
                ?? min(found.count, wanted.count)
            return
                "\(topic): message \(index) of \(found.count)\n  is       \(Self.text(found, index))\n  expected \(Self.text(wanted, index)), of \(wanted.count)"
        }
        return nil
    }

    /// What was said on a topic; of the answers to a question the first, since it may be answered again.
    private func heard(_ topic: String) -> [String] {
        let messages = said[topic] ?? []
        return Self.questions.contains { topic.hasSuffix($0) } ? Array(messages.prefix(1)) : messages
    }

    private static let questions = ["/get", "/list", "/status", "/zones", "/contains", "/nearest"]

    /// All of it, for whoever looks for a cause.
    var text: String {
        let parts = retained.enumerated().flatMap { part, topics in
            topics.sorted { $0.key < $1.key }.map { "mark \(part) \($0.key) \($0.value)\n" }
        }
        let spoken = said.sorted { $0.key < $1.key }.flatMap { topic, messages in
            messages.map { "\(topic) \($0)\n" }
        }
        return (parts + spoken).joined()
    }

    private static func text(_ messages: [String], _ index: Int) -> String {
        messages.indices.contains(index) ? messages[index] : "nothing"
    }

    /// The first retained topic that differs, and how many do.
    static func difference(_ found: [String: String], _ wanted: [String: String]) -> String? {
        let topics = Set(found.keys).union(wanted.keys).filter { found[$0] != wanted[$0] }.sorted()
        guard let topic = topics.first else { return nil }
        return
            "\(topics.count) topics differ, first \(topic)\n  is       \(found[topic] ?? "nothing")\n  expected \(wanted[topic] ?? "nothing")\n  all: \(topics.prefix(10).joined(separator: " "))"
    }
}
