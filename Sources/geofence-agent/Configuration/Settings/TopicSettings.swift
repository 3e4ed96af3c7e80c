/// Where the agent publishes.
struct TopicSettings: Hashable, Sendable {
    /// The levels before all of the agent's own topics.
    var base = "geofence"
    /// Seconds for which an event counts, 1 to 4,294,967,295; nil: always.
    var eventExpiry: Int? = 3600

    /// The keys of `topics`.
    enum Key: String, ConfigurationKey { case base, eventExpiry }

    /// Everything as by default.
    init() {}

    /// Reads `topics`.
    init(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return }
        base = object[.base]?.topic() ?? base
        if let seconds = object[.eventExpiry]?.integer(0...4_294_967_295, "seconds") {
            eventExpiry = seconds == 0 ? nil : seconds
        }
    }

    /// The topics that the agent publishes, and those on which it takes requests.
    var ownTopics: [TopicPattern] {
        let below = [
            "status/+/+", "event/+/+", "device/+", "fence/+", "group/+/+", "visit/+", "zones/+", "nearby/+",
            "agent/state", "agent/info", "agent/stats", "request/+", "request/+/+", "response/+",
            "response/+/+", "homeassistant/+/place", "itinerary/+",
            "eta/+", "agent/+/state", "agent/+/info", "agent/+/stats", "shard/+/fence/+",
            "agent/lease", "agent/+/lease", "agent/+/echo", "agent/+/+/echo", "agent/+/+/state",
            "agent/+/+/info", "agent/+/+/stats",
        ]
        return below.compactMap { try? TopicPattern("\(base)/\($0)") }
    }

    fileprivate static func problem(with base: String) -> String? {
        if base.unicodeScalars.contains(where: { "+#{}".unicodeScalars.contains($0) }) {
            return "must not hold +, #, { or }: it is the start of topics that are published"
        }
        if base.hasPrefix("$") { return "must not start with $: such topics are the broker's" }
        if TopicLevels.of(base).contains("") {
            return "must not start or end with /, nor hold //: no level may be empty"
        }
        return base.utf8.count > 200 ? "may have 200 bytes, this has \(base.utf8.count)" : nil
    }
}

extension ValueReader {
    /// A topic that the agent publishes to, or the first levels of such topics.
    func topic() -> String? {
        guard let topic = line() else { return nil }
        if let problem = TopicSettings.problem(with: topic) { return refuse(problem) }
        return topic
    }
}
