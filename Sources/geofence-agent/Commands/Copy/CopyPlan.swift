import GeofenceCore

/// Whether one agent can begin with the store of another, by the configurations of both.
struct CopyPlan {
    /// The agent that runs.
    let source: Configuration
    /// The one that is to begin.
    let target: Configuration
    /// Where its store is written.
    let path: String

    /// The request that the running agent is asked: it changes nothing, and its answer is short.
    static let question = "fence/list"

    /// Why it can't; nil where it can.
    var problem: String? {
        if path == source.store.path || StoreFile.target(of: path) == StoreFile.target(of: source.store.path)
        {
            return
                "\(path) is the store of the running agent; give the new one its own store.path, or name a file with --output"
        }
        if source.topics.base != target.topics.base {
            return
                "topics.base is \"\(source.topics.base)\" in one and \"\(target.topics.base)\" in the other; a copy publishes where the first did"
        }
        if source.shard != target.shard {
            return
                "\"shard\" differs; a store belongs to its shard, so that both must have \(Self.text(source.shard))"
        }
        if isSameSession {
            return
                "both would have the session \"\(target.mqtt.named("", target.standby).clientId)\" at the broker; give the new one another mqtt.clientId or standby.id"
        }
        if !source.requests.allows(command: Self.question) {
            return
                "the running agent answers no \(Self.question), by which it would say how far it is; allow that in its requests.allow"
        }
        return nil
    }

    private static func text(_ shard: Shard?) -> String {
        shard == nil ? "none" : ShardMark.text(shard)
    }

    /// One that the agent gives itself is by chance.
    private var isSameSession: Bool {
        !source.mqtt.hasDefaultClientId && !target.mqtt.hasDefaultClientId
            && source.mqtt.named("", source.standby).clientId
                == target.mqtt.named("", target.standby).clientId
    }

    /// Keys by which the two would decide or publish differently.
    var differences: [String] {
        let keys: [(String, Bool)] = [
            ("sources", source.sources != target.sources), ("rules", source.rules != target.rules),
            ("rules.reorder", source.stream.reorder != target.stream.reorder),
            ("devices", source.filters != target.filters || source.additions != target.additions),
            ("fences", source.fences != target.fences), ("places", source.places != target.places),
            ("pois", source.pois != target.pois), ("itineraries", source.itineraries != target.itineraries),
            ("status", source.status != target.status), ("limits", source.limits != target.limits),
            ("homeAssistant", source.homeAssistant != target.homeAssistant),
            ("owntracks", source.owntracks != target.owntracks),
            ("requests", source.requests != target.requests),
            ("forgetAfter", source.forgetAfter != target.forgetAfter),
        ]
        return keys.filter(\.1).map(\.0)
    }
}
